package jfab.training.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class EngineExceptionTest {
    @Test
    void whereInLibtorchItWasMadeConcernsNobody() {
        assertEquals(
                "Connection closed by peer [127.0.0.1]:22408",
                EngineException.firstLine(
                        new IllegalStateException(
                                "[/home/x/third_party/gloo/gloo/transport/tcp/pair.cc:547] Connection closed by peer [127.0.0.1]:22408\nmore")));
        assertEquals("[1, 2] is no shape", EngineException.firstLine(new IllegalStateException("[1, 2] is no shape")));
    }
}
