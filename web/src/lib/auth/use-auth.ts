import { useSyncExternalStore } from "react";
import { auth, type AuthState } from "./auth";

export function useAuth(): AuthState {
  return useSyncExternalStore(auth.subscribe, auth.state);
}
