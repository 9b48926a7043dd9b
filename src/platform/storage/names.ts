import { z } from 'zod'
import { StorageError } from './storage-error.ts'

const keyPattern = /^[A-Za-z0-9_/!\-.*'() &$@=;:+,?]+$/
const bucketPattern = /^[A-Za-z0-9_!\-.*'() &$@=;:+,?]{1,100}$/

/** Checks an object's name: the characters of S3, and no empty, `.` or `..` segment. @throws StorageError InvalidKey */
export function requireKey(name: string): string {
	const isBad =
		!keyPattern.test(name) ||
		name.length > 1024 ||
		name.split('/').some((part) => part === '' || part === '.' || part === '..')
	if (isBad) throw new StorageError('InvalidKey', `Invalid key: ${name.slice(0, 200)}`)
	return name
}

/**
 * Checks the name of a bucket. `.` and `..` would be resolved as path segments.
 * @throws StorageError InvalidBucketName
 */
export function requireBucketName(name: unknown): string {
	const isGood =
		typeof name === 'string' && bucketPattern.test(name) && name.trim() === name && name !== '.' && name !== '..'
	if (!isGood) throw new StorageError('InvalidBucketName', 'Bucket name invalid')
	return name
}

/**
 * Bucket and object of a path: the part after `prefix`, percent-decoded.
 * @param path the raw path, e.g. /storage/v1/object/avatars/a%20b.png
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

/** True when a bucket allows a declared type: an exact match, or `image/*`. */
export function isAllowedType(type: string, allowed: readonly string[] | null): boolean {
	if (!allowed || allowed.length === 0) return true
	const essence = essenceOf(type)
	return allowed.some(
		(pattern) =>
			pattern === '*/*' ||
			pattern.toLowerCase() === essence ||
			(pattern.endsWith('/*') && essence.startsWith(pattern.slice(0, -1).toLowerCase())),
	)
}

/** `Text/Plain; charset=utf-8` is `text/plain`. */
export function essenceOf(type: string): string {
	return (type.split(';')[0] ?? '').trim().toLowerCase()
}

/**
 * Accepts a number or boolean that is sent as a string (`"60"`, `"true"`), as Supabase does: programs pass on values
 * from forms and environments.
 */
export function coerce<Shape extends z.ZodType>(shape: Shape) {
	return z.preprocess(parseWord, shape)
}

function parseWord(value: unknown): unknown {
	if (value === 'true' || value === 'false') return value === 'true'
	return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
}
