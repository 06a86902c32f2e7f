package jfab.training.engine.torch;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.pytorch.Dispatcher;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;
import org.bytedeco.pytorch.OperatorHandle;
import org.bytedeco.pytorch.Tensor;

/**
 * An operator of libtorch that does something to many tensors at once; the bindings have no method for it, so it is called by name.
 */
final class FusedKernel {
    private static final Map<String, FusedKernel> FOREACH = new ConcurrentHashMap<>();

    private final OperatorHandle handle;

    private FusedKernel(OperatorHandle handle) {
        this.handle = handle;
    }

    /** The operator {@code name}, {@code aten::_fused_adam_} for instance, or {@code aten::_foreach_add.List} with its overload. */
    static FusedKernel named(String name) {
        int overload = name.indexOf('.');
        OperatorHandle handle = Dispatcher.singleton()
                .findSchemaOrThrow(
                        overload < 0 ? name : name.substring(0, overload),
                        overload < 0 ? "" : name.substring(overload + 1));
        // Outlives the step that is the first to need it.
        handle.retainReference();
        return new FusedKernel(handle);
    }

    /** What does {@code operator} to each of several tensors. */
    static FusedKernel foreach(String operator) {
        return FOREACH.computeIfAbsent(operator, name -> named("aten::_foreach_" + name));
    }

    /** Calls it with arguments in the order of its schema, and gives its results. */
    IValueVector call(IValue... arguments) {
        IValueVector stack = new IValueVector(arguments);
        handle.callBoxed(stack);
        return stack;
    }

    /** As the other, with tensors for the first argument. */
    IValueVector call(Tensors first, IValue... more) {
        IValue[] arguments = new IValue[more.length + 1];
        arguments[0] = first.value();
        System.arraycopy(more, 0, arguments, 1, more.length);
        return call(arguments);
    }

    /** An argument that is a list of tensors. */
    static IValue list(List<Tensor> tensors) {
        return Tensors.of(tensors).value();
    }
}
