import { useEffect, useState } from 'react'
import type { Take } from '#web/public/recorder/takes/take-store.ts'
import { readHeldTake } from './held-take.ts'

const width = 144
const height = 192

/**
 * URL of the picture at the take's cover; null for audio, and for a video that this browser cannot play.
 * @param known the take's file, if it is no longer kept
 */
export function useCoverPicture(
	{ id, bytes, kind, cover }: Pick<Take, 'id' | 'bytes' | 'kind' | 'cover'>,
	known?: Blob,
): string | null {
	const [url, setUrl] = useState<string | null>(null)
	useEffect(() => {
		if (kind !== 'video') return
		let made: string | null = null
		let isLeft = false
		drawCover(known ?? readHeldTake({ id, bytes }), cover ?? 0.1).then((picture) => {
			if (!picture || isLeft) return
			made = URL.createObjectURL(picture)
			setUrl(made)
		})
		return () => {
			isLeft = true
			if (made) URL.revokeObjectURL(made)
		}
	}, [id, bytes, kind, cover, known])
	return url
}

async function drawCover(source: Blob | ReturnType<typeof readHeldTake>, second: number): Promise<Blob | null> {
	const file = await source
	if (!file) return null
	const video = document.createElement('video')
	video.muted = true
	video.playsInline = true
	video.preload = 'auto'
	const address = URL.createObjectURL(file)
	try {
		await new Promise<void>((resolve, reject) => {
			video.onerror = () => reject(new Error('cannot be played'))
			video.onloadeddata = () => {
				video.currentTime = second
			}
			video.onseeked = () => resolve()
			video.src = address
		})
		const canvas = document.createElement('canvas')
		canvas.width = width
		canvas.height = height
		const scale = Math.max(width / video.videoWidth, height / video.videoHeight)
		const [w, h] = [video.videoWidth * scale, video.videoHeight * scale]
		canvas.getContext('2d')?.drawImage(video, (width - w) / 2, (height - h) / 2, w, h)
		return await new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.8))
	} catch {
		return null
	} finally {
		video.removeAttribute('src')
		URL.revokeObjectURL(address)
	}
}
