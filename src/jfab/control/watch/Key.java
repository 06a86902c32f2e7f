package jfab.control.watch;

import java.util.List;
import java.util.Optional;
import org.jline.keymap.KeyMap;
import org.jline.terminal.Terminal;
import org.jline.utils.InfoCmp.Capability;

/** A key of the screen. */
enum Key {
    UP,
    DOWN,
    PAGE_UP,
    PAGE_DOWN,
    /** All ranks by name, or folded. */
    ALL,
    REDRAW,
    LEAVE,
    /** Any other. */
    NONE;

    /** The keys of {@code terminal}. */
    static KeyMap<Key> of(Terminal terminal) {
        KeyMap<Key> keys = new KeyMap<>();
        for (Key key : values()) {
            key.sequences().forEach(sequence -> keys.bind(key, sequence));
            key.named()
                    .map(capability -> KeyMap.key(terminal, capability))
                    .ifPresent(sequence -> keys.bind(key, sequence));
        }
        keys.setNomatch(NONE);
        keys.setUnicode(NONE);
        return keys;
    }

    private List<String> sequences() {
        return switch (this) {
            case UP -> List.of("k", "\033[A", "\033OA");
            case DOWN -> List.of("j", "\033[B", "\033OB");
            case PAGE_UP -> List.of("b", "\033[5~");
            case PAGE_DOWN -> List.of(" ", "\033[6~");
            case ALL -> List.of("a");
            case REDRAW -> List.of("\f");
            case LEAVE -> List.of("q", "Q");
            case NONE -> List.of();
        };
    }

    private Optional<Capability> named() {
        return switch (this) {
            case UP -> Optional.of(Capability.key_up);
            case DOWN -> Optional.of(Capability.key_down);
            case PAGE_UP -> Optional.of(Capability.key_ppage);
            case PAGE_DOWN -> Optional.of(Capability.key_npage);
            case ALL, REDRAW, LEAVE, NONE -> Optional.empty();
        };
    }
}
