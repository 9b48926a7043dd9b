/** Of its own, so that only who chose a large picture loads it. */
export { fitPicture } from '#web/ui/fit-picture.ts'
