import type { WallLanguage } from './wall-languages.ts'

/** The statements of a receipt about its proof, and about the limits of it, in a sentence each: in the file, and on the pages about it. */
export const proofTexts: Record<WallLanguage, { proves: string; doesNotProve: string }> = {
	en: {
		proves: 'These words and these consents, at these times, unchanged since.',
		doesNotProve:
			'Who was at the keyboard, or that what they say is true. Pictures and recordings are not part of it. Who runs the instance holds its key: the file in your hands is what binds them.',
	},
	de: {
		proves: 'Diese Worte und diese Einwilligungen, zu diesen Zeiten, seither unverändert.',
		doesNotProve:
			'Wer an der Tastatur saß oder dass stimmt, was da steht. Bilder und Aufnahmen gehören nicht dazu. Wer die Instanz betreibt, hat ihren Schlüssel: Was ihn bindet, ist die Datei in Ihren Händen.',
	},
	fr: {
		proves: 'Ces mots et ces accords, à ces moments, inchangés depuis.',
		doesNotProve:
			'Qui était au clavier, ni que ce qui est dit est vrai. Les images et les enregistrements n’en font pas partie. L’exploitant de l’instance détient sa clé : c’est le fichier entre vos mains qui l’engage.',
	},
	es: {
		proves: 'Estas palabras y estos permisos, en estos momentos, sin cambios desde entonces.',
		doesNotProve:
			'Quién estaba al teclado, ni que lo que dice sea cierto. Las imágenes y grabaciones no forman parte. Quien gestiona la instancia tiene su clave: lo que le obliga es el archivo que usted guarda.',
	},
	ar: {
		proves: 'هذه الكلمات وهذه الموافقات، في هذه الأوقات، دون تغيير منذ ذلك الحين.',
		doesNotProve:
			'من كان أمام لوحة المفاتيح، ولا أن ما قيل صحيح. الصور والتسجيلات ليست جزءًا منه. من يدير الخادم يملك مفتاحه: ما يلزمه هو الملف الذي بين يديك.',
	},
}
