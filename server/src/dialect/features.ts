import type { Target } from "./target";

/** Whether `target` has the construct that a `FeatureUse` names. */
export function supports(_target: Target, _feature: string): boolean {
  return true;
}
