import { keyedHash } from '#platform/keys/keyed-hash.ts'

/**
 * The secret of a personal link, 256 bits as base64url. It is derived from the invitation and the installation's secret, so
 * that a reminder contains the same link, while the database stores only its hash.
 * @param email a link that went to a wrong address is not that of the corrected one
 */
export function invitationTokenOf(secret: Buffer, invitationId: string, email: string): string {
	return keyedHash(secret).update(`invitation\n${invitationId}\n${email}`).digest('base64url')
}
