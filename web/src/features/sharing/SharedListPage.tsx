import { useCommon } from "../../ui/strings";

export default function SharedListPage({ token }: { token: string }) {
  const common = useCommon();
  return <h1 data-token={token}>{common.shoppingList}</h1>;
}
