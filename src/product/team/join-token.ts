import { keyedHash } from '#platform/keys/keyed-hash.ts'

/** The way of a link to its holder. One that came by mail proves the address; one that a member copied does not. */
export type LinkChannel = 'mail' | 'link'

/**
 * The secret of an invitation's link, 256 bits as base64url. It is derived from the invitation and the installation's
 * secret, so that the database and its queue contain only its hash.
 * @param version rises when an expired invitation is renewed: its former link stays ended
 */
export function joinTokenOf(secret: Buffer, invitationId: string, version: number, channel: LinkChannel): string {
	return keyedHash(secret).update(`member invitation\n${invitationId}\n${version}\n${channel}`).digest('base64url')
}
