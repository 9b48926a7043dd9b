import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { authService } from '#server/auth/bearer/service-role.ts'
import { seal, unseal } from '#server/auth/factors/sealed-secret.ts'
import type { Deps } from '#server/deps.ts'
import { readRsaKey } from '#server/rsa-key.ts'
import { certificateFor } from './certificate.ts'
import { keepSigningKey, signingKey } from './signing-key-queries.ts'

/** What signs our requests, and the certificate that identity providers know it by. PEM, and base64 of DER. */
export type RequestSigner = { privateKey: string; certificate: string }

type KeyDeps = Pick<Deps, 'config' | 'db' | 'keys'>
const purpose = 'saml'

/**
 * The key from the settings; without one a key that is made at the first need and shared by all nodes through the
 * database, where it lies encrypted. Read once a process.
 */
export function createRequestSigner(deps: KeyDeps): () => Promise<RequestSigner> {
	let loading: Promise<RequestSigner> | undefined
	return () => {
		loading ??= load(deps)
		// A database that was away for a moment must not be remembered as a failure.
		loading.catch(() => {
			loading = undefined
		})
		return loading
	}
}

async function load(deps: KeyDeps): Promise<RequestSigner> {
	const { SAML_PRIVATE_KEY: given, SITE_URL } = deps.config
	const key = (given && readRsaKey(given)) || (await sharedKey(deps))
	return {
		privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
		certificate: certificateFor(key, new URL(SITE_URL).hostname).toString('base64'),
	}
}

async function sharedKey({ db, keys }: KeyDeps): Promise<KeyObject> {
	const read = () => db.as(authService, (tx) => tx.final<{ sealed_key: Buffer }>(signingKey()))
	let [kept] = await read()
	if (!kept) {
		const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 3072 })
		const sealed = seal(privateKey.export({ type: 'pkcs8', format: 'der' }), keys.secret, purpose)
		await db.as(authService, (tx) => tx.final(keepSigningKey(sealed)))
		// Another node may have been first; its key is the one that counts.
		kept = (await read())[0]
	}
	if (!kept) throw new Error('the key that signs SAML requests cannot be read back')
	try {
		const der = unseal(kept.sealed_key, keys.secret, purpose)
		return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
	} catch (cause) {
		const message =
			'The SAML key in the database was encrypted by an installation with other keys. Bring its keys.json or JWT_KEYS back, or set SAML_PRIVATE_KEY.'
		throw new Error(message, { cause })
	}
}
