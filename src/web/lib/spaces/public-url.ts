/** Public URLs; the origin is this page's. */
export const publicUrl = {
	form: (slug: string) => `${window.location.origin}/collect/${slug}`,
	wall: (slug: string) => `${window.location.origin}/w/${slug}`,
	testimonial: (id: string) => `${window.location.origin}/p/${id}`,
	proof: (testimonial: string) => `${window.location.origin}/proof/${testimonial}`,
}

/** A URL for display: without the scheme. */
export function displayUrl(address: string): string {
	return address.replace(/^https?:\/\//, '')
}
