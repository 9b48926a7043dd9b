/**
 * The URL of a public file. Photos of testimonials have their own route, which checks on each request whether the testimonial
 * is still public.
 */
export function publicFileUrl(bucket: 'photos' | 'brand' | 'avatars', path: string): string {
	const place = bucket === 'photos' ? '/media' : `/storage/v1/object/public/${bucket}`
	// Browsers resolve `..`, even percent-encoded, which would leave the bucket.
	const steps = path.split('/').filter((step) => step !== '' && step !== '.' && step !== '..')
	return `${place}/${steps.map(encodeURIComponent).join('/')}`
}
