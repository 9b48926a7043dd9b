import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from '#platform/keys/keyed-hash.ts'

/*
 * A form's page carries a proof of when it was served and what it showed: `<seconds since 1970>-<version of the form>.<signature>`, in base 36. It
 * distinguishes a person who read the page from a program that posts at once, and contains no personal data. Proofs of pages that were
 * served before versions have none.
 */

/** The statement of a valid proof. */
export type FormProof = {
	/** Seconds since the page was served. */
	age: number
	/** The version of the form that it showed; null when the page named none. */
	version: number | null
}

/** Age from which a proof says nothing any more; people leave pages open for days. */
export const maxProofAgeSeconds = 7 * 86_400

/** @param secret the installation's */
export function issueFormProof(
	secret: Buffer,
	formId: string,
	now = Date.now(),
	version: number | null = null,
): string {
	const served = Math.floor(now / 1000).toString(36)
	const issued = version === null ? served : `${served}-${version.toString(36)}`
	return `${issued}.${sign(secret, formId, issued)}`
}

/** The statement of a page in its proof: the time, and since versions exist the form's version. */
const statement = /^([0-9a-z]{1,9})(?:-([0-9a-z]{1,6}))?$/
/** The database stores a version as an integer of four bytes. */
const maxVersion = 2 ** 31 - 1

/** Null for a forged proof, one of another form, or a signed one whose time or version no page can have. */
export function readFormProof(secret: Buffer, formId: string, proof: string, now = Date.now()): FormProof | null {
	const [issued = '', signature = ''] = proof.split('.')
	const expected = Buffer.from(sign(secret, formId, issued))
	const actual = Buffer.from(signature)
	if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null
	const [, served = '', stated] = statement.exec(issued) ?? []
	const version = stated === undefined ? null : Number.parseInt(stated, 36)
	if (served === '' || (version !== null && (version < 1 || version > maxVersion))) return null
	return { age: Math.floor(now / 1000) - Number.parseInt(served, 36), version }
}

/** The version that a page of the form showed, by the proof that it sent, among other proofs; null when it named none. */
export function versionShown(secret: Buffer, formId: string, proofs: string): number | null {
	for (const proof of proofs.split(/\s+/)) {
		const read = readFormProof(secret, formId, proof)
		if (read) return read.version
	}
	return null
}

function sign(secret: Buffer, formId: string, issued: string): string {
	return keyedHash(secret).update(`form-proof\n${formId}\n${issued}`).digest('base64url').slice(0, 32)
}
