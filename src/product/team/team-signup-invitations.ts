import { hashToken } from '#platform/keys/secret-token.ts'
import { signupInvitation } from './queries.ts'

/** Invitations to a team, as auth/v1 asks about them. */
export const teamSignupInvitations = {
	byToken: (token: string, email: string) => signupInvitation(email, hashToken(token)),
	byProvenEmail: (email: string) => signupInvitation(email, null),
}
