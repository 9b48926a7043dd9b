import { keyedHash } from '#platform/keys/keyed-hash.ts'

/**
 * The key with which a space signs order references, 256 bits as base64url. It is derived from the installation's secret, so that
 * the database and its backups contain only the salt.
 */
export function orderKeyOf(secret: Buffer, space: string, salt: string): string {
	return `plo_${keyedHash(secret).update(`order key\n${space}\n${salt}`).digest('base64url')}`
}
