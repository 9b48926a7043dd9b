import { type ComponentProps, type ReactNode, useState } from 'react'

/** A picture, or its fallback where there is none or it fails to load. */
export function PictureWithFallback({
	src,
	alt,
	fallback,
	...image
}: Omit<ComponentProps<'img'>, 'src'> & { src: string | null | undefined; fallback: ReactNode }) {
	const [lost, setLost] = useState<string>()
	if (!src || src === lost) return fallback
	return <img {...image} src={src} alt={alt} onError={() => setLost(src)} />
}
