import { Readable } from 'node:stream'

type Bytes = AsyncIterable<Uint8Array>

/** Ending of encrypted files; the `age` program decrypts them, too. */
export const encryptedEnding = '.age'

/** True when a key can decrypt what it encrypts: a recipient (`age1…`) cannot. */
export const canDecrypt = (key: string | undefined) => key === undefined || key.startsWith('AGE-SECRET-KEY-')

/** Encrypts a stream in age's format for the owner of a key. */
export async function* encrypt(source: Bytes, key: string): Bytes {
	const { Encrypter, identityToRecipient } = await import('age-encryption')
	const encrypter = new Encrypter()
	try {
		encrypter.addRecipient(key.startsWith('age1') ? key : await identityToRecipient(key))
	} catch (cause) {
		throw new Error('BACKUP_KEY is no valid key of age: copy it again, completely.', { cause })
	}
	yield* await encrypter.encrypt(toWeb(source))
}

/** Decrypts a stream. @throws Error when the key is another one, or the bytes were altered or cut off */
export async function* decrypt(source: Bytes, key: string | undefined, name: string): Bytes {
	const { Decrypter } = await import('age-encryption')
	if (!key) throw new Error(`${name} is encrypted: set BACKUP_KEY to the key that it was made with.`)
	if (!canDecrypt(key))
		throw new Error(`${name} is encrypted, and BACKUP_KEY only encrypts: set it to the secret key, AGE-SECRET-KEY-1….`)
	const decrypter = new Decrypter()
	try {
		decrypter.addIdentity(key)
	} catch (cause) {
		throw new Error('BACKUP_KEY is no valid key of age: copy it again, completely.', { cause })
	}
	const opened = await decrypter.decrypt(toWeb(source)).catch((cause: Error) => {
		if (cause.message.includes('no identity matched'))
			throw new Error(`BACKUP_KEY is not the key that ${name} was made with: set that one.`, { cause })
		throw damaged(name, cause)
	})
	try {
		yield* opened
	} catch (cause) {
		throw damaged(name, cause)
	}
}

/** An error for a file that was cut off or altered. */
export function damaged(name: string, cause: unknown): Error {
	return new Error(`${name} is damaged (cut off or altered): restore another backup.`, { cause })
}

function toWeb(source: Bytes): ReadableStream<Uint8Array> {
	return Readable.toWeb(Readable.from(source)) as ReadableStream<Uint8Array>
}
