package dev.hira.cli.run;

import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Why a program could not be started.
 *
 * @param status the exit status of shells for this failure
 * @param message a sentence for the user
 */
record StartFailure(int status, String message) {
    private static final int NOT_EXECUTABLE = 126;
    private static final int NOT_FOUND = 127;

    /**
     * Finds the reason.
     *
     * @param program the program as the user gave it
     * @param path the folders in which programs are searched
     * @param failure the failed start
     */
    static StartFailure of(String program, String path, IOException failure) {
        String start = "the program '" + program + "' cannot be started: ";
        List<File> files = candidates(program, path).stream().filter(File::exists).toList();
        if (files.isEmpty()) {
            return new StartFailure(
                    NOT_FOUND,
                    start + (isPath(program) ? "there is no such file" : "it is not on the PATH"));
        }
        List<File> regular = files.stream().filter(File::isFile).toList();
        if (regular.isEmpty()) {
            return new StartFailure(
                    NOT_EXECUTABLE, start + files.getFirst() + " is not a regular file");
        }
        if (regular.stream().noneMatch(File::canExecute)) {
            return new StartFailure(
                    NOT_EXECUTABLE,
                    start + regular.getFirst() + " is not executable; run chmod +x on it");
        }
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return new StartFailure(NOT_EXECUTABLE, start + cause.getMessage());
    }

    private static boolean isPath(String program) {
        return program.contains("/");
    }

    private static List<File> candidates(String program, String path) {
        if (program.isEmpty()) {
            return List.of();
        }
        if (isPath(program)) {
            return List.of(new File(program));
        }
        return Arrays.stream(path.split(":", -1))
                .map(folder -> new File(folder.isEmpty() ? "." : folder, program))
                .toList();
    }
}
