package jfab.control.launch.start;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jfab.JfabException;
import jfab.control.bundle.Workspace;
import jfab.script.ScriptCheck.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramCheckTest {
    @TempDir
    Path folder;

    private final List<String> said = new ArrayList<>();

    private void check(String word, String path, Payload payload) {
        new ProgramCheck(payload, said::add).of(word, path, word.equals("program") ? Kind.PROGRAM : Kind.VERSION1);
    }

    private String refused(String path, Payload payload) {
        return assertThrows(JfabException.class, () -> check("--config", path, payload))
                .getMessage();
    }

    @Test
    void whatIsNotSentIsMissed() throws IOException {
        Files.writeString(folder.resolve("there.groovy"), "settings(batch_size: 10)");
        Payload sent = new Payload.Folder(folder);
        assertDoesNotThrow(() -> check("--config", "./there.groovy", sent));
        assertEquals(
                "--config ther.groovy: there is no such file in what is sent to the hosts, the folder " + folder,
                refused("ther.groovy", sent));
        Payload files = new Payload.Files(Workspace.empty().with("conf/there.groovy", folder.resolve("there.groovy")));
        assertDoesNotThrow(() -> check("--config", "./conf/there.groovy", files));
        assertTrue(refused("there.groovy", files).endsWith(", the package"));
    }

    @Test
    void mistakesOfWritingAreToldWithTheirLine() throws IOException {
        Path program = Files.writeString(folder.resolve("fit.groovy"), "def x = 1\nfc(input: x, size: \n");
        String told = refused("fit.groovy", new Payload.Folder(folder));
        assertTrue(told.startsWith(program + ":"), told);
        Path named = Files.writeString(folder.resolve("double.groovy"), "def x = 1\n");
        assertEquals(
                named + ": cannot have the name of the type double; rename it",
                refused("double.groovy", new Payload.Folder(folder)));
    }

    @Test
    void whatMayBeWrongIsSaidAndRefusesNothing() throws IOException {
        Path program = Files.writeString(folder.resolve("fit.groovy"), "fc(input: 1, szie: 2)\n");
        check("program", "fit.groovy", new Payload.Folder(folder));
        assertEquals(List.of(program + ":1: fc has no argument 'szie'; did you mean 'size'?"), said);
    }

    @Test
    void aProgramInPlaceOfAConfigurationIsToldWhereItIsNamed() throws IOException {
        Files.writeString(folder.resolve("fit.groovy"), "def x = data(name: 'x', shape: [1])\nfc(input: x, size: 2)\n");
        check("--config", "fit.groovy", new Payload.Folder(folder));
        assertEquals(
                List.of(
                        "--config fit.groovy is read as a configuration of version 1, whose words it has none of; a training"
                                + " program is named in the cluster block: program 'fit.groovy'"),
                said);
    }

    @Test
    void whatIsForTrainingAloneIsRefusedWhereATrainerIsSureToComeToIt() throws IOException {
        String before = "def exe = Executor(CPUPlace())\nif (training_role() == 'pserver') {\n    return\n}\n";
        Files.writeString(folder.resolve("fit.groovy"), before + "load_safetensors('x', exe)\n");
        Payload sent = new Payload.Folder(folder);
        assertEquals(
                "fit.groovy:5: load_safetensors is for training alone: in a job the servers hold the values",
                refused("fit.groovy", sent));
        for (String unsure : new String[] {
            "if (training_role() == 'local') load_safetensors('x', exe)\n",
            "if (training_role() != 'local') { return }\nload_safetensors('x', exe)\n",
            "def load = { load_safetensors('x', exe) }\n"
        }) {
            Files.writeString(folder.resolve("fit.groovy"), before + unsure);
            assertDoesNotThrow(() -> check("program", "fit.groovy", sent), unsure);
        }
    }

    @Test
    void pythonIsAnsweredWithWhatRunsIt() {
        String told = refused("trainer_config.py", new Payload.Deployed("deployed"));
        assertTrue(told.contains("is Python") && told.contains("['python3', 'trainer_config.py']"), told);
    }

    @Test
    void whatOnlyTheHostsHaveIsTheirs() {
        assertDoesNotThrow(() -> check("program", "x.groovy", new Payload.Deployed("deployed")));
        assertDoesNotThrow(() -> check("program", "/srv/x.groovy", new Payload.Folder(folder)));
    }
}
