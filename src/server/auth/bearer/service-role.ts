/** The service acting for itself: no other role reaches the tables of auth/v1. */
export const authService = { role: 'auth_service' } as const
