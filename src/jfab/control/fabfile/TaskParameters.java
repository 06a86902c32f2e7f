package jfab.control.fabfile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jfab.control.task.Arity;
import jfab.control.task.TaskException;
import jfab.control.task.TaskParameter;

/** The parameters of a task, put together from its body and its options. */
record TaskParameters(List<ParameterSlot> slots, ParameterOptions options) {
    // The help of a task can always be asked for with -h.
    private static final Set<Character> KEPT = Set.of('h');

    /** One for each slot, in the order of the slots. */
    List<TaskParameter> read() {
        List<BodyShape> shapes =
                slots.stream().map(slot -> BodyShape.of(slot, options)).toList();
        List<String> order = options.positional().orElseGet(() -> positional(shapes));
        Map<String, Character> letters = letters();
        List<TaskParameter> parameters = new ArrayList<>();
        for (BodyShape shape : shapes) {
            String name = shape.slot().name();
            int place = order.indexOf(name) + 1;
            if (place > 0 && !shape.fitsWords(place == order.size())) {
                throw new TaskException("parameter '" + name + "' cannot be positional: "
                        + (shape.takes() == Arity.VALUES
                                ? "only the last one can take several words"
                                : "its flag takes no word"));
            }
            parameters.add(new TaskParameter(
                    name,
                    shape.type(),
                    shape.takes(),
                    place,
                    shape.required(),
                    shape.value(),
                    !shape.takes().hasFlag() ? null : letters.get(name),
                    options.help().getOrDefault(name, "")));
        }
        refuseDoubles(parameters);
        return parameters;
    }

    /** Those without a default: each takes one word, and the last one all words if it is a list. */
    private static List<String> positional(List<BodyShape> shapes) {
        List<BodyShape> open = shapes.stream()
                .filter(BodyShape::open)
                .filter(shape -> shape.takes() == Arity.VALUE || shape.takes() == Arity.VALUES)
                .toList();
        return open.stream()
                .filter(shape -> shape.fitsWords(shape.equals(open.getLast())))
                .map(shape -> shape.slot().name())
                .toList();
    }

    /** The short flag of a parameter is the first letter of its name that no parameter has yet. */
    private Map<String, Character> letters() {
        Map<String, Character> letters = new HashMap<>();
        Set<Character> taken = new HashSet<>(KEPT);
        slots.stream()
                .map(ParameterSlot::name)
                .filter(name -> name.length() == 1)
                .forEach(name -> {
                    letters.put(name, name.charAt(0));
                    taken.add(name.charAt(0));
                });
        if (options.shortFlags()) {
            for (String name : ParameterSlot.names(slots)) {
                if (name.length() > 1) {
                    name.chars()
                            .mapToObj(letter -> (char) letter)
                            .filter(letter -> Character.isLetterOrDigit(letter) && taken.add(letter))
                            .findFirst()
                            .ifPresent(letter -> letters.put(name, letter));
                }
            }
        }
        return letters;
    }

    private static void refuseDoubles(List<TaskParameter> parameters) {
        Map<String, TaskParameter> byFlag = new HashMap<>();
        for (TaskParameter parameter : parameters) {
            TaskParameter other = byFlag.putIfAbsent(parameter.flag(), parameter);
            if (other != null) {
                throw new TaskException("parameters '" + other.name() + "' and '" + parameter.name()
                        + "' have the same flag " + parameter.flag());
            }
        }
    }
}
