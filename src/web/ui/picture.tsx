import { type ComponentProps, type ReactNode, useState } from 'react'

/** A picture; where there is none, or it cannot be had, what stands in its place. */
export function Picture({
	src,
	alt,
	instead,
	...image
}: Omit<ComponentProps<'img'>, 'src'> & { src: string | null | undefined; instead: ReactNode }) {
	const [lost, setLost] = useState<string>()
	if (!src || src === lost) return instead
	return <img {...image} src={src} alt={alt} onError={() => setLost(src)} />
}
