package dev.hira.cli;

import dev.hira.cli.admin.DevicesTable;
import dev.hira.cli.admin.EventsCommand;
import dev.hira.cli.admin.PolicyCommand;
import dev.hira.cli.admin.RulesCommand;
import dev.hira.cli.admin.SchedulerCommand;
import dev.hira.cli.admin.SessionsCommand;
import dev.hira.cli.admin.VmCommand;
import dev.hira.cli.top.TopCommand;
import picocli.CommandLine.Command;

/** All that an operator can ask a running router, and tell it. */
@Command(
        name = "admin",
        description = "Ask a running router what it does, and tell it what to do.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DevicesTable.class,
            SessionsCommand.class,
            VmCommand.class,
            PolicyCommand.class,
            SchedulerCommand.class,
            RulesCommand.class,
            EventsCommand.class,
            TopCommand.class
        })
public final class AdminCommand {}
