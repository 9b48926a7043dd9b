/** The role of the service itself: no other role has access to the tables of auth/v1. */
export const authServiceRole = { role: 'auth_service' } as const
