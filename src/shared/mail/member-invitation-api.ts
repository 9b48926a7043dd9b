import type { Role } from '#shared/rows.ts'

/** State of an invitation to a team. */
export type MemberInvitationState = 'open' | 'accepted' | 'revoked' | 'declined' | 'expired'

/** The caller's own membership of the space that a link leads to. */
export type OwnMembership = { space_id: string; space: string; role: Role; since: string }

/** The answer of `member_invitation(token)`: what the holder of a link sees. A revoked one shows only its state. */
export type ShownInvitation =
	| { state: 'revoked'; member: OwnMembership | null }
	| {
			state: Exclude<MemberInvitationState, 'revoked'>
			space: string
			/** The address that was invited. */
			email: string
			role: Role
			/** Name of the inviter; null when they gave none. */
			invited_by: string | null
			expires_at: string
			member: OwnMembership | null
	  }

/** The answer of `invite_member()`. `renewed`: the address had an invitation that was not settled. */
export type SentInvitation = { id: string; email: string; role: Role; expires_at: string; renewed: boolean }

/** The answer of `accept_member_invitation(token)`. */
export type AcceptedInvitation = { space_id: string; role: Role; outcome: 'joined' | 'member_already' }
