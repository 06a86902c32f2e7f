package jfab.training.engine.torch;

import java.util.List;
import org.bytedeco.pytorch.Dispatcher;
import org.bytedeco.pytorch.GenericList;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;
import org.bytedeco.pytorch.OperatorHandle;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorList;

/**
 * An operator of libtorch that does a whole update of many parameters in one pass over their numbers; the bindings have no method for
 * it, so it is called by name.
 */
final class FusedKernel {
    private final OperatorHandle handle;

    private FusedKernel(OperatorHandle handle) {
        this.handle = handle;
    }

    /** The operator {@code name}, {@code aten::_fused_adam_} for instance. */
    static FusedKernel named(String name) {
        OperatorHandle handle = Dispatcher.singleton().findSchemaOrThrow(name, "");
        // Outlives the step that is the first to need it.
        handle.retainReference();
        return new FusedKernel(handle);
    }

    /** Calls it with arguments in the order of its schema. */
    void call(IValue... arguments) {
        handle.callBoxed(new IValueVector(arguments));
    }

    /** An argument that is a list of tensors. */
    static IValue list(List<Tensor> tensors) {
        TensorList list = new TensorList();
        tensors.forEach(list::push_back);
        // To libtorch a list of values and a list of tensors are the same, and the list knows the type of its elements.
        return new IValue(new GenericList(list));
    }
}
