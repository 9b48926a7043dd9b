/** Proofs and operators are rows of the auth service's tables. */
export const operatorTablesRole = { role: 'auth_service' } as const
