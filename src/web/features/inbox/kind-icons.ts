import { Image, Mic, TextAlignStart, Video } from 'lucide-react'

/** The icon of each kind of testimonial. */
export const kindIcons = { text: TextAlignStart, photo: Image, video: Video, audio: Mic }
