package dev.hira.cli.admin;

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
