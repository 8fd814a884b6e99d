import { useCommon } from "../../ui/strings";

export default function ShoppingListPage() {
  const common = useCommon();
  return <h1>{common.shoppingList}</h1>;
}
