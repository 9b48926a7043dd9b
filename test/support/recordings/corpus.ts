import type { RecordingCase } from './case.ts'
import { damagedRecordings } from './damaged-recordings.ts'
import { costlyRecordings, hostileRecordings } from './hostile-recordings.ts'
import { oddVideos } from './odd-videos.ts'
import { soundAudio } from './sound-audio.ts'
import { soundVideos } from './sound-videos.ts'

/** Every recording of the corpus by family, generated on demand; none is stored in the repository. */
export const recordingCorpus: Record<string, readonly RecordingCase[]> = {
	'sound video': soundVideos,
	'odd video': oddVideos,
	'sound audio': soundAudio,
	damaged: damagedRecordings,
	hostile: hostileRecordings,
	costly: costlyRecordings,
}
