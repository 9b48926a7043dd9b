import type { ShownInvitation } from '#shared/mail/member-invitation-api.ts'
import type { useAnswerInvitation } from './use-join-invitation.ts'

/** An invitation with its space, inviter and address: any but a revoked one. */
export type KnownInvitation = Exclude<ShownInvitation, { state: 'revoked' }>

/** The mutations that answer an invitation. */
export type InvitationAnswer = ReturnType<typeof useAnswerInvitation>
