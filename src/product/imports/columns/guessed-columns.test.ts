import { expect, it } from 'vitest'
import { planOf } from '#test/support/import/plan-of.ts'

const words = 'The whole team was kind and quick'

it.each([
	[
		'en questions',
		"Timestamp,What's your full name?,E-mail *,How many stars would you give us?,In your own words: how was it?\n2024-03-05 10:00,Ann Lee,ann@x.example,5,W\n2024-03-06 10:00,Bo Ray,bo@x.example,4,W",
		'submitted_at name email rating text',
		'',
	],
	[
		'German',
		'Vorname;Nachname;E-Mail-Adresse;Sternebewertung;Bewertungstext;Bewertungsdatum;Firma\nAnn;Lee;ann@x.example;5;W;14.03.2025;Kiln GmbH\nBo;Ray;bo@x.example;4;W;15.03.2025;Ofen AG',
		'name name email rating text submitted_at company',
		'',
	],
	[
		'French, family name first',
		'Nom;Prénom;Courriel;Note;Votre avis;Date de création\nDupont;Zoé;zoe@ex.example;5;W;14/03/2025\nMartin;Luc;luc@ex.example;4;W;15/03/2025',
		'name name email rating text submitted_at',
		'',
	],
	[
		'Spanish',
		'Nombre;Apellidos;Correo electrónico;Calificación;Opinión;Fecha\nZoé;Ruiz;zoe@ex.example;5;W;14/03/2025',
		'name name email rating text submitted_at',
		'',
	],
	[
		'Italian',
		'Nome;Cognome;Indirizzo email;Valutazione;Recensione;Data;Azienda\nZoé;Rossi;zoe@ex.example;5;W;14/03/2025;Forno',
		'name name email rating text submitted_at company',
		'',
	],
	[
		'Dutch',
		'Voornaam;Achternaam;E-mailadres;Cijfer;Ervaring;Datum;Bedrijfsnaam\nJan;Bos;jan@ex.example;5;W;14-03-2025;Oven BV',
		'name name email rating text submitted_at company',
		'',
	],
	['Dutch, Beoordeling as words', 'Naam;Sterren;Beoordeling\nJan Bos;5;W\nPiet;4;W', 'name rating text', ''],
	['Polish', 'Imię i nazwisko;Ocena;Treść;Źródło\nAnna Lis;5;W;https://x.example/1', 'name rating text source_url', ''],
	[
		'Portuguese',
		'Nome completo;Nota;Depoimento;Cargo;Empresa\nAna Lima;5;W;Gerente;Forno',
		'name rating text title company',
		'',
	],
	[
		'Swedish',
		'Namn;Betyg;Omdöme;Datum;Företag\nEva Ek;5;W;2025-03-14;Ugn AB',
		'name rating text submitted_at company',
		'',
	],
	['Russian', 'Имя;Оценка;Отзыв;Дата\nАнна;5;W;14.03.2025\nИван;4;W;15.03.2025', 'name rating text submitted_at', ''],
	['Chinese', '姓名,评分,评论,日期\n王芳,5,非常好的服务，我会再来的。,2025-03-14', 'name rating text submitted_at', ''],
	[
		'Korean',
		'이름,별점,후기,작성일\n김민지,5,정말 좋았어요 다시 올게요 감사합니다,2025-03-14',
		'name rating text submitted_at',
		'',
	],
	[
		'snake case',
		'comment_author,comment_author_email,comment_text,star_rating,created_on\nAnn,ann@x.example,W,5,2025-03-14',
		'name email text rating submitted_at',
		'',
	],
	[
		'Italian questions',
		'Come ti chiami?,Quanto sei soddisfatto?,Lascia la tua recensione,Possiamo pubblicarla?\nGiulia Rossi,5,W,Sì\nMarco Bruni,4,W,No',
		'name rating text none',
		'',
	],
	[
		'Polish questions',
		'Jak masz na imię?,Jak nas oceniasz?,Napisz opinię,Zgoda na publikację\nAnna Lis,5,W,Tak\nJan Kot,4,W,Nie',
		'name rating text none',
		'',
	],
	[
		'Russian questions',
		'Как вас зовут?,Ваша оценка,Ваш отзыв,Согласие на публикацию\nАнна Котова,5,W,Да\nИван Петров,4,W,Нет',
		'name rating text none',
		'',
	],
	[
		'Chinese questions',
		'提交时间,您的姓名,评分,您的评价,是否同意公开\n2024/03/05 10:00:00,王芳,5,非常好的服务，我会再来的。,是',
		'submitted_at name rating text none',
		'',
	],
	['a scale of ten', 'Guest,Score,Comment\nAnn Lee,9.2,W\nBo Ray,8.0,W\nCy Poe,10,W', 'name rating text', ''],
	[
		'a path',
		'author.name,author.company.name,body.text,meta.createdAt\nAnn,Kiln,W,2025-03-14',
		'name company text submitted_at',
		'',
	],
])('headings in words are understood: %s', async (_, file, targets, unsure) => {
	expect(await planOf(file.replace(/\bW\b/g, words))).toEqual({ targets, source: undefined, unsure })
})

it.each([
	[
		'the full name before a login',
		'Username,Full name,Review\nann77,Ann Lee,W\nbo_r,Bo Ray,W',
		'none name text',
		'Username',
	],
	[
		'the person before the product',
		'Product name,Customer name,Review\nBlue bowl,Ann Lee,W\nBlue bowl,Bo Ray,W',
		'none name text',
		'',
	],
	[
		'the person before the company and the file',
		'Company name,File name,Reviewer,Review\nKiln,a.mp4,Ann Lee,W\nOven,b.mp4,Bo Ray,W',
		'company none name text',
		'',
	],
	[
		'different names before the same one',
		'Author,Customer,Review\nadmin,Ann Lee,W\nadmin,Bo Ray,W\nadmin,Cy Poe,W',
		'none name text',
		'',
	],
	['a full name before its parts', 'First name,Name,Review\nAnn,Ann Lee,W\nBo,Bo Ray,W', 'none name text', ''],
	['words before labels', 'Review,Feedback,Name\nPositive,W,Ann\nNegative,W,Bo', 'none text name', ''],
	[
		'the reviewer’s words before the reply',
		'Name,Review,Response,Response date\nAnn,W,Thank you so much for your kind words and see you soon,2025-03-14',
		'name text reply replied_at',
		'',
	],
	[
		'a rating before counts and ids',
		'Review ID,Rating count,Rating,Name,Review\n7,12,5,Ann,W\n8,15,4,Bo,W',
		'none none rating name text',
		'',
	],
	[
		'the date of the review before others',
		'Order date,Review date,Updated at,Name,Review\n2025-01-01,2025-02-02,2025-03-03,Ann,W',
		'none submitted_at none name text',
		'',
	],
	[
		'the title of the review before that of the product',
		'Product title,Review title,Name,Review\nBowl,Lovely,Ann,W',
		'none headline name text',
		'',
	],
	[
		'a job below “title”',
		'Name,Title,Company,Review\nAnn,CEO,Kiln,W\nBo,Marketing Manager,Oven,W',
		'name title company text',
		'',
	],
	[
		'a headline below “title”',
		'Name,Title,Company,Review\nAnn,Lovely glaze,Kiln,W\nBo,Came in pieces,Oven,W',
		'name headline company text',
		'',
	],
	['pros and cons', 'Name,Rating,Pros,Cons\nAnn,5,W,W\nBo,4,W,W', 'name rating labelled labelled', ''],
	[
		'pros and cons beside words',
		'Name,Review,Pros,Cons\nAnn,W,fast and kind,nothing at all\nBo,W,kind,price',
		'name text labelled labelled',
		'',
	],
	[
		'parts of a name with words before them',
		'Contact last name,Contact first name,Review\nLee,Ann,W\nRay,Bo,W',
		'name name text',
		'',
	],
	[
		'a person before the place, which is the same in all rows',
		'name,author_title,review_text,owner_answer,owner_answer_timestamp,review_datetime,author_image\nKiln,Ann Lee,W,Thank you,2024-03-06,2024-03-05,https://i.example/a\nKiln,Bo Ray,W,,,2024-03-05,https://i.example/b\nKiln,Cy Poe,W,,,2024-03-05,https://i.example/c',
		'none name text reply replied_at submitted_at avatar',
		'',
	],
	['guests without a name', 'Name,Review\nAnonymous,Perfect\nAnonymous,Perfect\nAnonymous,Perfect', 'name text', ''],
	[
		'comments with their parents',
		'id,parent_id,author,comment\nc9f1a2b3d4e5,,Ann,W\na8e7d6c5b4f3,c9f1a2b3d4e5,Shop,Thank you',
		'id parent name text',
		'',
	],
])('of several candidates the best wins: %s', async (_, file, targets, unsure) => {
	expect(await planOf(file.replace(/\bW\b/g, words))).toEqual({ targets, source: undefined, unsure })
})

it.each([
	['names that are ids', 'Name,Review\nkVwQ1,W\nkVwQ2,W', 'none text', 'Name'],
	['names that are numbers', 'Author,Review\n51,W\n52,W', 'none text', 'Author'],
	['words that are addresses', 'Name,Review\nAnn,https://x.example/1\nBo,https://x.example/2', 'name none', 'Review'],
	['words that are numbers', 'Name,Comment\nAnn,17\nBo,23', 'name none', 'Comment'],
	[
		'half dates, half words',
		'Name,Review,Date\nAnn,W,2025-03-14\nBo,W,the day after the fair\nCy,W,2025-03-15\nDi,W,as soon as it opened',
		'name text none',
		'Date',
	],
	['stars that are yes and no', 'Name,Review,Rating\nAnn,W,0\nBo,W,1\nCy,W,1', 'name text none', ''],
	[
		'stars that count the rows',
		'Name,Review,Score\nA,W,1\nB,W,2\nC,W,3\nD,W,4\nE,W,5\nF,W,6\nG,W,7',
		'name text none',
		'Score',
	],
	['an e-mail address that is none', 'Name,Review,Email\nAnn,W,yes\nBo,W,no\nCy,W,maybe', 'name text none', 'Email'],
	['a state of yes and no', 'Name,Review,Published\nAnn,W,yes\nBo,W,no', 'name text none', 'Published'],
	['a state in words', 'Name,Review,Status\nAnn,W,published\nBo,W,rejected\nCy,W,pending', 'name text status', ''],
	['a permission', 'Name,Review,May we publish this?\nAnn,W,Yes\nBo,W,No', 'name text none', ''],
	[
		'a permission with a long answer',
		'Name,Review,Do you give us permission to publish this?\nAnn,W,Yes of course you may publish all of it\nBo,W,Only without my family name please',
		'name text none',
		'Do you give us permission to publish this?',
	],
	['a reply without words', 'Name,Reply\nAnn,Thank you for the kind words', 'name none', 'Reply'],
	['empty columns', 'Name,Review,Rating,Photo\nAnn,W,,\nBo,W,,', 'name text none none', ''],
	[
		'rows of a whole backup',
		'table,id,key,value\nposts,1,title,Hello\nposts,2,body,W\nusers,3,email,ann@x.example',
		'none none none none',
		'table, value',
	],
	[
		'ids, addresses of machines and marketing',
		'Name,Review,Order ID,IP,SKU,Newsletter,Row,Device\nAnn,W,7,203.0.113.4,S1,yes,1,phone\nBo,W,8,203.0.113.5,S2,no,2,desktop',
		'name text none none none none none none',
		'',
	],
])('values that do not fit their heading leave it open: %s', async (_, file, targets, unsure) => {
	expect(await planOf(file.replace(/\bW\b/g, words))).toEqual({ targets, source: undefined, unsure })
})

it('a second date and a second rating fill the gaps of the first', async () => {
	const file =
		'First name,Last name,Review,Date,Created at,Rating,Score\nAnn,Lee,W,2025-03-14,2025-03-15,5,4\nBo,Ray,W,,2025-03-15,,3'
	expect((await planOf(file.replace(/\bW\b/g, words))).targets).toBe(
		'name name text submitted_at submitted_at rating rating',
	)
	const full = 'Name,Review,Date,Created at\nAnn,W,2025-03-14,2025-03-15\nBo,W,2025-03-14,2025-03-15'
	expect((await planOf(full.replace(/\bW\b/g, words))).targets).toBe('name text submitted_at none')
})

it('of 200 columns of which one is words, that one is found and few are asked about', async () => {
	const headings = Array.from({ length: 200 }, (_, at) => (at === 137 ? 'Testimonial' : `Field ${at}`))
	const row = (seed: number) =>
		headings.map((_, at) =>
			at === 137 ? words : at % 3 === 0 ? `${seed * at}` : at % 3 === 1 ? 'yes' : `label ${seed % 2}`,
		)
	const plan = await planOf([headings, ...[1, 2, 3, 4].map(row)].map((cells) => cells.join(',')).join('\n'))
	expect(plan.targets.split(' ').indexOf('text')).toBe(137)
	expect(plan.targets.split(' ').filter((target) => target !== 'none')).toEqual(['text'])
	expect(plan.unsure.split(', ').length).toBeLessThanOrEqual(5)
})

it.each([
	[
		'dates with dots',
		'Column 1,Column 2,Column 3\n05.03.2024,Ann Lee,W\n06.03.2024,Bo Ray,W',
		'submitted_at name text',
		'',
	],
	[
		'running numbers and places',
		'Column 1,Column 2,Column 3,Column 4,Column 5\n1,Ann Lee,Leeds,★★★★★,W\n2,Bo Ray,York,★★★★,W\n3,Cy Poe,York,★★★★,W',
		'none name none rating text',
		'Column 3',
	],
	[
		'ids and pictures',
		'Column 1,Column 2,Column 3,Column 4\nkVwQ1,https://i.example/a.jpg,W,Ann Lee\nkVwQ2,https://i.example/b.jpg,W,Bo Ray',
		'none none text name',
		'',
	],
	['a position in the list', 'Position,Name,Review\n1,Ann,W\n2,Bo,W\n3,Cy,W', 'none name text', ''],
	[
		'sub-scores',
		'Name,Review,Overall rating,Cleanliness,Staff\nAnn,W,5,5,4\nBo,W,4,5,4\nCy,W,4,5,5',
		'name text rating none none',
		'',
	],
])('ids, numbers and addresses are never names, words or stars: %s', async (_, file, targets, unsure) => {
	expect(await planOf(file.replace(/\bW\b/g, words))).toEqual({ targets, source: undefined, unsure })
})

it.each([
	[
		'no headings',
		'Column 1,Column 2,Column 3,Column 4,Column 5\nZoé,zoe@ex.example,5,W,2025-03-14\nBo Ray,bo@ex.example,4,W,2025-03-15',
	],
	[
		'headings in Finnish',
		'Nimi,Sähköposti,Arvosana,Arvostelu,Päivämäärä\nZoé,zoe@ex.example,5,W,2025-03-14\nBo Ray,bo@ex.example,4,W,2025-03-15',
	],
])('values alone decide with %s', async (_, file) => {
	expect((await planOf(file.replace(/\bW\b/g, words))).targets).toBe('name email rating text submitted_at')
})

it('one column of numbers up to five below an unknown heading is asked about beside known ones', async () => {
	const plan = await planOf(`Name,Review,Mood\nAnn,${words},5\nBo,${words},4\nCy,${words},5`)
	expect(plan).toMatchObject({ targets: 'name text none', unsure: 'Mood' })
})
