/**
 * Draws frames of a recording, one after the other, in a video element that is never shown. It ends early after `signal`.
 */
export async function readFrames(
	url: string,
	times: readonly number[],
	draw: (video: HTMLVideoElement, index: number) => void,
	signal: AbortSignal,
): Promise<void> {
	const video = document.createElement('video')
	video.muted = true
	video.playsInline = true
	video.preload = 'auto'
	video.src = url
	try {
		await happens(video, 'loadeddata', signal)
		for (const [index, time] of times.entries()) {
			video.currentTime = time
			await happens(video, 'seeked', signal)
			draw(video, index)
		}
	} catch (error) {
		if (!signal.aborted) throw error
	} finally {
		video.removeAttribute('src')
		video.load()
	}
}

function happens(video: HTMLVideoElement, name: string, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		video.addEventListener(name, () => resolve(), { once: true, signal })
		video.addEventListener('error', () => reject(new Error('The recording cannot be drawn.')), { once: true, signal })
		signal.addEventListener('abort', () => reject(new Error('The frames are not needed any more.')), { once: true })
	})
}

/** Draws the middle of a frame so that it fills a box of a canvas. */
export function drawCovering(
	canvas: HTMLCanvasElement | null | undefined,
	video: HTMLVideoElement,
	box: { x: number; width: number },
): void {
	if (!canvas) return
	const { videoWidth, videoHeight } = video
	const scale = Math.max(box.width / videoWidth, canvas.height / videoHeight)
	const width = box.width / scale
	const height = canvas.height / scale
	const left = (videoWidth - width) / 2
	const top = (videoHeight - height) / 2
	canvas.getContext('2d')?.drawImage(video, left, top, width, height, box.x, 0, box.width, canvas.height)
}
