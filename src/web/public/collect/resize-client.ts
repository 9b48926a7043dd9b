/** A separate entry, so that it loads only after a large picture was chosen. */
export { resizePicture } from '#web/ui/pictures/resize-picture.ts'
