/**
 * The address of a file that the public may see, by its bucket and its path within. Photos of testimonials have a route of
 * their own, which looks each time whether the testimonial is still public.
 */
export function publicFile(bucket: 'photos' | 'brand' | 'avatars', path: string): string {
	const place = bucket === 'photos' ? '/media' : `/storage/v1/object/public/${bucket}`
	// A step upwards would leave the bucket: browsers take it, percent-encoded or not.
	const steps = path.split('/').filter((step) => step !== '' && step !== '.' && step !== '..')
	return `${place}/${steps.map(encodeURIComponent).join('/')}`
}
