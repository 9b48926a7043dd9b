import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atMost, type Figure, plain } from '#bench/figure.ts'
import { memoryOf, run } from '#bench/processes.ts'
import { createLog } from '#platform/log.ts'
import { createRecordingProcessor } from '#platform/media/recordings/recording-processor.ts'

const seconds = 60
/** Kernel clock ticks per second; 100 on common Linux kernels. */
const ticks = 100

/**
 * Someone who speaks in front of a still, detailed background: fine texture, a soft moving shape, a sensor's grain, and
 * the bit rate of a phone.
 */
const scene = [
	'-f lavfi -i mandelbrot=size=1920x1080:rate=30:maxiter=200:start_scale=0.4:end_scale=0.38:end_pts=100000,trim=end_frame=1,loop=-1:1',
	'-f lavfi -i testsrc2=size=640x720:rate=30 -f lavfi -i sine=frequency=300:sample_rate=48000',
]
const motion =
	"[1]gblur=sigma=12,rotate=0.05*sin(2*PI*t/3)[person];[0][person]overlay=x='640+40*sin(t*1.3)':y='360+20*sin(t*2.1)'," +
	'noise=alls=3:allf=t,setpts=N/30/TB,format=yuv420p[picture]'

/** Processes a minute of 1080p that is encoded again, one that is copied, and a minute of sound. */
export async function measureRecordings(): Promise<Figure[]> {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-bench-'))
	const film = (name: string, ...args: string[]) =>
		run('ffmpeg', ['-v', 'error', '-y', ...args, join(folder, name)], { timeout: 600_000 }).then(() =>
			join(folder, name),
		)
	const sources = scene.join(' ').split(' ')
	const encoded = ['-t', `${seconds}`, '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac']
	const mapped = ['-filter_complex', motion, '-map', '[picture]', '-map', '2', ...encoded]
	try {
		const phone = await film('phone.mp4', ...sources, ...mapped, '-b:v', '12M', '-maxrate', '12M', '-bufsize', '24M')
		const browser = await film(
			'browser.mp4',
			'-i',
			phone,
			'-c:a',
			'copy',
			'-c:v',
			'libx264',
			'-preset',
			'ultrafast',
			'-b:v',
			'5M',
			'-maxrate',
			'6M',
			'-bufsize',
			'6M',
		)
		const voice = await film('voice.ogg', '-i', phone, '-vn', '-ac', '1', '-c:a', 'libopus')
		const processor = createRecordingProcessor({ DATA_DIR: folder, FFMPEG_PATH: undefined }, createLog('warn'))
		await processor.hasFfmpeg()
		const measure = async (file: string, kind: 'video' | 'audio') => {
			const before = await usedByChildren()
			const rest = process.memoryUsage().rss
			const peak = { children: 0, own: 0 }
			const watch = setInterval(async () => {
				const own = await memoryOf(process.pid, false)
				peak.children = Math.max(peak.children, (await memoryOf(process.pid, true)) - own)
				peak.own = Math.max(peak.own, (process.memoryUsage().rss - rest) / 1024 ** 2)
			}, 250)
			const started = performance.now()
			const shown = await processor
				.processRecording({ file, kind, maxSeconds: seconds })
				.finally(() => clearInterval(watch))
			await shown.remove()
			return { elapsed: (performance.now() - started) / 1000, cpu: (await usedByChildren()) - before, peak }
		}
		const again = await measure(phone, 'video')
		const copied = await measure(browser, 'video')
		const heard = await measure(voice, 'audio')
		return [
			atMost('60 s of 1080p, encoded again, processor time', again.cpu, 's', seconds),
			plain('60 s of 1080p, encoded again, elapsed', again.elapsed, 's'),
			atMost('60 s of 1080p, encoded again, memory of ffmpeg', again.peak.children, 'MiB', 1024),
			plain('60 s of 1080p, copied, processor time', copied.cpu, 's'),
			plain('60 s of 1080p, copied, elapsed', copied.elapsed, 's'),
			plain('60 s of voice, processor time', heard.cpu, 's'),
			atMost('memory of the server beyond that at rest', again.peak.own, 'MiB', 50),
		]
	} finally {
		await rm(folder, { recursive: true })
	}
}

/** Processor time of all ended children, in seconds. */
async function usedByChildren(): Promise<number> {
	const stat = await readFile('/proc/self/stat', 'utf8')
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
	return (Number(fields[13]) + Number(fields[14])) / ticks
}
