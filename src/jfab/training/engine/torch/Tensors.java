package jfab.training.engine.torch;

import java.util.List;
import org.bytedeco.pytorch.GenericList;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorList;
import org.bytedeco.pytorch.TensorVector;

/**
 * Several tensors to which the same is done in one call, element by element: libtorch's {@code foreach} operators under the names that
 * they have for one tensor. What ends with an underscore changes these tensors in place.
 */
record Tensors(TensorVector all) {
    static Tensors of(List<Tensor> tensors) {
        return new Tensors(new TensorVector(tensors.toArray(Tensor[]::new)));
    }

    /** As an argument of an operator. */
    IValue value() {
        // To libtorch a list of values and a list of tensors are the same, and the list knows the type of its elements.
        return new IValue(new GenericList(new TensorList(all)));
    }

    Tensors mul(Tensor one) {
        return made("mul.Tensor", new IValue(one));
    }

    Tensors mul_(double factor) {
        return changed("mul_.Scalar", new IValue(factor));
    }

    Tensors mul_(Tensors other) {
        return changed("mul_.List", other.value());
    }

    Tensors div_(Tensors other) {
        return changed("div_.List", other.value());
    }

    Tensors add(double number) {
        return made("add.Scalar", new IValue(number));
    }

    Tensors add(Tensors other, double factor) {
        return made("add.List", other.value(), new IValue(factor));
    }

    Tensors add_(double number) {
        return changed("add_.Scalar", new IValue(number));
    }

    Tensors add_(Tensors other, double factor) {
        return changed("add_.List", other.value(), new IValue(factor));
    }

    Tensors lerp_(Tensors end, double weight) {
        return changed("lerp_.Scalar", end.value(), new IValue(weight));
    }

    Tensors addcmul(Tensors one, Tensors other, double factor) {
        return made("addcmul.Scalar", one.value(), other.value(), new IValue(factor));
    }

    Tensors addcmul_(Tensors one, Tensors other, double factor) {
        return changed("addcmul_.Scalar", one.value(), other.value(), new IValue(factor));
    }

    Tensors addcdiv_(Tensors numerator, Tensors denominator, double factor) {
        return changed("addcdiv_.Scalar", numerator.value(), denominator.value(), new IValue(factor));
    }

    Tensors maximum_(Tensors other) {
        return changed("maximum_.List", other.value());
    }

    Tensors abs() {
        return made("abs");
    }

    Tensors sign() {
        return made("sign");
    }

    Tensors sqrt() {
        return made("sqrt");
    }

    Tensors sqrt_() {
        return changed("sqrt_");
    }

    /** The length of each. */
    Tensors norm() {
        return made("norm.Scalar", new IValue(2.0), new IValue());
    }

    private Tensors made(String operator, IValue... arguments) {
        return new Tensors(
                FusedKernel.foreach(operator).call(this, arguments).get(0).toTensorVector());
    }

    private Tensors changed(String operator, IValue... arguments) {
        FusedKernel.foreach(operator).call(this, arguments);
        return this;
    }
}
