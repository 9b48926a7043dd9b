import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { authServiceRole } from '#platform/auth/service-role.ts'
import type { Deps } from '#platform/deps.ts'
import { readRsaKey } from '#platform/keys/rsa-key.ts'
import { seal, unseal } from '#platform/keys/sealed-secret.ts'
import { insertSamlSigningKey, selectSamlSigningKey } from './request-signer-queries.ts'
import { createSigningCertificate } from './signing-certificate.ts'

/** The key that signs requests, and its certificate for identity providers. PEM, and base64 of DER. */
export type RequestSigner = { privateKey: string; certificate: string }

type KeyDeps = Pick<Deps, 'config' | 'db' | 'keys'>
/** The purpose under which the key is sealed. */
export const samlKeyPurpose = 'saml'

/**
 * Loads the key of the settings, else one that is generated on first use and stored encrypted for all nodes. Loaded
 * once per process.
 */
export function createRequestSigner(deps: KeyDeps): () => Promise<RequestSigner> {
	let loading: Promise<RequestSigner> | undefined
	return () => {
		loading ??= loadSigner(deps)
		// A failure is not cached: the database may be available at the next call.
		loading.catch(() => {
			loading = undefined
		})
		return loading
	}
}

async function loadSigner(deps: KeyDeps): Promise<RequestSigner> {
	const { SAML_PRIVATE_KEY: configured, SITE_URL } = deps.config
	const key = (configured && readRsaKey(configured)) || (await loadSharedKey(deps))
	return {
		privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
		certificate: createSigningCertificate(key, new URL(SITE_URL).hostname).toString('base64'),
	}
}

async function loadSharedKey({ db, keys }: KeyDeps): Promise<KeyObject> {
	const read = () => db.as(authServiceRole, (tx) => tx.final<{ sealed_key: Buffer }>(selectSamlSigningKey()))
	let [stored] = await read()
	if (!stored) {
		const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 3072 })
		const sealed = seal(privateKey.export({ type: 'pkcs8', format: 'der' }), keys.secret, samlKeyPurpose)
		await db.as(authServiceRole, (tx) => tx.final(insertSamlSigningKey(sealed)))
		// Another node may have inserted its key first; that one counts.
		stored = (await read())[0]
	}
	if (!stored) throw new Error('the key that signs SAML requests cannot be read back')
	try {
		const der = unseal(stored.sealed_key, keys.secret, samlKeyPurpose)
		return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
	} catch (cause) {
		const message =
			'The SAML key in the database was encrypted by an installation with other keys. Bring its keys.json or JWT_KEYS back, or set SAML_PRIVATE_KEY.'
		throw new Error(message, { cause })
	}
}
