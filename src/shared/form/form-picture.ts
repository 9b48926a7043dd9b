import { publicFileUrl } from '#shared/public-file-url.ts'

/** Windows from this width on have the picture beside the form, narrower ones above it. */
export const pictureBesideFrom = 960

/** The sides in px in which the picture is loaded: as wide as a phone, and as high as a window. */
const narrow = 'width=900'
const broad = 'height=1200'

/** Addresses of a form's background picture, encoded for a phone and for a desktop. */
export function formPictureUrls(path: string): { narrow: string; broad: string } {
	const url = publicFileUrl('brand', path).replace('/object/', '/render/image/')
	const encoded = 'quality=60&format=webp'
	return { narrow: `${url}?${narrow}&${encoded}`, broad: `${url}?${broad}&${encoded}` }
}

/** Paper over the picture, and how much of it: words are read at 4.5 to 1 at least, whatever the picture shows. */
export const pictureOverlay = { light: { paper: '#fbf9f4', opacity: 0.66 }, dark: { paper: '#171512', opacity: 0.74 } }
