/** Addresses that the public sees; the site is where this page came from. */
export const publicAddress = {
	form: (slug: string) => `${window.location.origin}/collect/${slug}`,
	wall: (slug: string) => `${window.location.origin}/w/${slug}`,
}

/** An address as people read it: without the scheme. */
export function plainAddress(address: string): string {
	return address.replace(/^https?:\/\//, '')
}
