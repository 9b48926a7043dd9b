import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

const iterations = 4096

/**
 * The form in which PostgreSQL stores a password (RFC 5803), so that a script does not contain the password itself.
 * @param password ASCII, which SASLprep leaves as it is
 */
export function scramVerifier(password: string, salt = randomBytes(16)): string {
	const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
	const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest()
	const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64')
	const serverKey = keyOf('Server Key').toString('base64')
	return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
