/**
 * Access that ends: a person leaves a plan, one credential (session or API token) ends, or all of a person's do. Whoever keeps
 * credentials or open sockets acts on it in the same step.
 */
export type Withdrawal =
  | { kind: 'plan_access'; plan_id: string; user_id: string }
  | { kind: 'whole_plan'; plan_id: string }
  | { kind: 'credential'; user_id: string; credential_id: string }
  | { kind: 'all_credentials'; user_id: string; except_credential_id?: string }
