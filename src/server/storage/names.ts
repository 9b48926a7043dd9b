import { StorageError } from './storage-error.ts'

const keyForm = /^[A-Za-z0-9_/!\-.*'() &$@=;:+,?]+$/
const bucketForm = /^[A-Za-z0-9_!\-.*'() &$@=;:+,?]{1,100}$/

/**
 * An object's name as it may be: the alphabet of S3, no empty, `.` or `..` parts (data.md §4.2).
 * @throws StorageError InvalidKey
 */
export function requireKey(name: string): string {
	const isBad =
		!keyForm.test(name) ||
		name.length > 1024 ||
		name.split('/').some((part) => part === '' || part === '.' || part === '..')
	if (isBad) throw new StorageError('InvalidKey', `Invalid key: ${name.slice(0, 200)}`)
	return name
}

/**
 * A name that an address can have: `.` and `..` would be taken for steps.
 * @throws StorageError Invalid Input
 */
export function requireBucketName(name: unknown): string {
	const isGood =
		typeof name === 'string' &&
		bucketForm.test(name) &&
		name.trim() === name &&
		name !== '.' &&
		name !== '..'
	if (!isGood) throw new StorageError('InvalidBucketName', 'Bucket name invalid')
	return name
}

/**
 * Bucket and object of an address: what follows `prefix` in the path, percent-decoded.
 * @param path the request's path as it came, e.g. /storage/v1/object/avatars/a%20b.png
 * @throws StorageError InvalidKey
 */
export function objectAt(path: string, prefix: string): { bucket: string; name: string } {
	const rest = path.slice(path.indexOf(prefix) + prefix.length)
	let decoded: string
	try {
		decoded = decodeURIComponent(rest)
	} catch {
		throw new StorageError('InvalidKey', `Invalid key: ${rest.slice(0, 200)}`)
	}
	const slash = decoded.indexOf('/')
	if (slash < 1) throw new StorageError('InvalidKey', `Invalid key: ${decoded.slice(0, 200)}`)
	return { bucket: decoded.slice(0, slash), name: requireKey(decoded.slice(slash + 1)) }
}

/** Matches a declared type with a bucket's list: exact, or `image/*`. */
export function isAllowedType(type: string, allowed: readonly string[] | null): boolean {
	if (!allowed || allowed.length === 0) return true
	const essence = essenceOf(type)
	return allowed.some(
		(one) =>
			one === '*/*' ||
			one.toLowerCase() === essence ||
			(one.endsWith('/*') && essence.startsWith(one.slice(0, -1).toLowerCase())),
	)
}

/** `Text/Plain; charset=utf-8` is `text/plain`. */
export function essenceOf(type: string): string {
	return (type.split(';')[0] ?? '').trim().toLowerCase()
}
