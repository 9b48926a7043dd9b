/** The picture's URL by its name below `pictures/`. */
export type PictureUrl = (name: string) => string

const dark = '(prefers-color-scheme: dark)'
const phone = '(max-width: 699px)'

/** The inbox and the form, as they are: taken by tools/landing-pictures.ts. Both are below the first screen of a phone. */
export function Pictures({ url }: { url: PictureUrl }) {
	return (
		<figure className="pics">
			<picture className="desk">
				<source media={`${phone} and ${dark}`} srcSet={url('inbox-phone-dark.webp')} width="860" height="800" />
				<source media={phone} srcSet={url('inbox-phone-light.webp')} width="860" height="800" />
				<source media={dark} srcSet={url('inbox-dark.webp')} />
				<img
					src={url('inbox-light.webp')}
					width="1920"
					height="1200"
					loading="lazy"
					alt="The inbox: testimonials wait in a list, and one is open with its words, its consent and what was verified"
				/>
			</picture>
			<picture className="hand">
				<source media={dark} srcSet={url('form-dark.webp')} />
				<img
					src={url('form-light.webp')}
					width="540"
					height="1050"
					loading="lazy"
					alt="The form on a phone: five stars, then text, photo, video or audio"
				/>
			</picture>
			<figcaption>The inbox, and the form on a phone. Both pictures are taken from the running product.</figcaption>
		</figure>
	)
}
