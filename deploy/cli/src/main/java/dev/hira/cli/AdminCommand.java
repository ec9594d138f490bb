package dev.hira.cli;

import dev.hira.cli.admin.DevicesTable;
import dev.hira.cli.admin.EventsCommand;
import dev.hira.cli.admin.PolicyCommand;
import dev.hira.cli.admin.RulesCommand;
import dev.hira.cli.admin.SchedulerCommand;
import dev.hira.cli.admin.ServerCommand;
import dev.hira.cli.admin.SessionsCommand;
import dev.hira.cli.admin.VmCommand;
import dev.hira.cli.top.TopCommand;
import picocli.CommandLine.Command;

/** The operators' commands under one name. */
@Command(
        name = "admin",
        description = "Query and control a running router.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DevicesTable.class,
            SessionsCommand.class,
            ServerCommand.class,
            VmCommand.class,
            PolicyCommand.class,
            SchedulerCommand.class,
            RulesCommand.class,
            EventsCommand.class,
            TopCommand.class
        })
public final class AdminCommand {}
