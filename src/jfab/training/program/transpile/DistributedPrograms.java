package jfab.training.program.transpile;

import java.util.List;
import java.util.Map;
import jfab.role.Endpoint;
import jfab.training.program.Program;
import jfab.training.program.ProgramException;

/**
 * A program cut in two, with SEND and RECV at the seam: what the trainers run and what each parameter server runs.
 *
 * @param slices where each part of each parameter lives, in order of declaration
 * @param trainer gradients are sent and parameters received where optimize operators were
 * @param trainerStartup gives first values; trainer 0 sends its own to the servers, and every trainer receives them
 * @param servers per endpoint: the optimize operators of its slices, run once per step
 * @param serverStartups per endpoint: makes room for the slices and gives accumulators their first values
 */
public record DistributedPrograms(
        List<ParameterSlice> slices,
        Program trainer,
        Program trainerStartup,
        Map<Endpoint, Program> servers,
        Map<Endpoint, Program> serverStartups) {
    public DistributedPrograms {
        slices = List.copyOf(slices);
        servers = Map.copyOf(servers);
        serverStartups = Map.copyOf(serverStartups);
    }

    /** The program of the parameter server at {@code endpoint}. */
    public Program server(Endpoint endpoint) {
        return of(servers, endpoint);
    }

    /** What the parameter server at {@code endpoint} runs before its program. */
    public Program serverStartup(Endpoint endpoint) {
        return of(serverStartups, endpoint);
    }

    private static Program of(Map<Endpoint, Program> programs, Endpoint endpoint) {
        Program program = programs.get(endpoint);
        if (program == null) {
            throw new ProgramException(endpoint + " is not one of the parameter servers " + programs.keySet());
        }
        return program;
    }
}
