import { type ComponentProps, useEffect, useRef, useState } from 'react'

/**
 * A video behind the screen. Its shape is known once it plays: a wide one is shown whole on a tall screen instead of being cut.
 */
export function Picture({ className = '', ...video }: ComponentProps<'video'>) {
	const [isWide, setWide] = useState(false)
	return (
		<div className={`pic ${className} ${isWide ? 'wide' : ''}`}>
			<video
				{...video}
				tabIndex={-1}
				onResize={({ currentTarget: { videoWidth, videoHeight } }) => setWide(videoWidth > videoHeight)}
			/>
		</div>
	)
}

/** The camera's picture. Only the preview is mirrored, never the recording. */
export function Preview({ stream, isMirrored }: { stream: MediaStream; isMirrored: boolean }) {
	const video = useRef<HTMLVideoElement>(null)
	useEffect(() => {
		if (video.current) video.current.srcObject = stream
	}, [stream])
	return <Picture ref={video} className={isMirrored ? 'mirror' : ''} muted autoPlay playsInline />
}
