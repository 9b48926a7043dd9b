import { expect, it } from 'vitest'
import { planOf } from '#test/support/import/plan-of.ts'

/** Headings of real exports with invented rows, the targets that they have, and their source. */
const samples: Record<string, { file: string; targets: string; source?: string; unsure?: string }> = {
	'Excel’s dates': {
		file: 'Name,Text,Date\nA,Excel default short,05-Mar-24\nN,Excel d-mmm-yyyy,5-Mar-2024\nY,RFC 2822,"Tue, 05 Mar 2024 14:05:07 GMT"\nD,relative,2 months ago\nE,compact,20240305\nF,serial,45356',
		targets: 'name text submitted_at',
	},
	'a German table in which Bewertung is the words': {
		file: 'Name;Sterne;Bewertung;Datum\nJutta Klein;5;Sehr freundlich und schnell, gerne wieder!;05.03.2024\nRalf Groß;4;Gute Beratung im Laden;06.03.2024',
		targets: 'name rating text submitted_at',
	},
	'a German table in which Bewertung is the stars': {
		file: 'Name;E-Mail;Bewertung;Datum;Kommentar\nJürgen Groß;juergen@kunde.example;4,5;03.04.2024 14:05;"Sehr schön; die Glasur gefällt mir."\nÖzlem Şahin;oezlem@kunde.example;5,0;7.4.24;Größer als gedacht\nAnke Weiß;;1,0;12. April 2024;Leider „kaputt“ angekommen.',
		targets: 'name email rating submitted_at text',
	},
	'rows with more cells than headings': {
		file: 'Name,Text,Rating\nUna,Fine cups, thank you,5\nVik,"All good",4,,\nWes,"All fine",4,x',
		targets: 'name text rating',
	},
	'cells that begin like formulas': {
		file: 'Name,Text,Rating,Link\nXena,"=HYPERLINK(""https://x.example/1"",""Read"")",5,https://x.example/1\nYan,"\'+1 from our whole team",5,//cdn.example/1\nZed,"-10 points for the lid, +100 for the cup",4,www.zed.example/über uns',
		targets: 'name text rating source_url',
	},
	'Google Forms': {
		file: '"Timestamp","Email Address","What is your name?","How would you rate our workshop?","What did you like most?","May we publish your answer?"\n"2024/03/05 2:05:07 PM GMT+1","lena@guest.example","Lena Brook","5","The quiet hour at the wheel was what I needed.","Yes"\n"2024/03/06 9:15:00 AM GMT+1","max@guest.example","Max Ode","4","Everything, and the tea.","No"',
		targets: 'submitted_at email name rating text none',
		source: 'google_forms',
	},
	'a Google Takeout': {
		file: 'reviewer.displayName,reviewer.profilePhotoUrl,starRating,comment,createTime,updateTime,reviewReply.comment,reviewReply.updateTime,name,reviewer.isAnonymous\nAino Lake,https://lh.example/a,FIVE,"(Translated by Google) Lovely little shop, warm people.",2023-04-05T10:00:00.123Z,2023-04-05T10:00:00.123Z,Kiitos!,2023-04-06T10:00:00Z,accounts/1/locations/2/reviews/3,\n,,THREE,Fine.,2023-04-08T10:00:00Z,2023-04-08T10:00:00Z,,,accounts/1/locations/2/reviews/5,true',
		targets: 'name avatar rating text submitted_at none reply replied_at id none',
		source: 'google',
	},
	'Italian headings': {
		file: 'Nome,Recensione,Voto,Data\nGiulia,Molto bella e ben fatta,5,5 gennaio 2024\nJan,Heel mooie kom voor elke dag,4,5 mei 2024\nAnna,Piękna miska polecam każdemu,5,5 marca 2024',
		targets: 'name text rating submitted_at',
	},
	'Japanese headings': {
		file: '名前,レビュー,評価,日付\n佐藤花子,とても素敵な器でした。毎日使っています。,5,2024年3月5日\n鈴木,少し小さいですが、きれいです。,4,2024/3/6',
		targets: 'name text rating submitted_at',
	},
	'JavaScript’s dates, and a state of yes and no': {
		file: 'Reviewer Name,Reviewer Email,Review Title,Reviewer Image,Review Message,Product ID,Review Score,Verified,Published,Created_at\nRubina,rubina@customer.example,First,http://images.example/r.png,The mug keeps tea warm for an hour.,171092420,5,TRUE,FALSE,Mon Aug 10 2015 14:16:38 GMT+0000 (GMT)\nMalka,malka@customer.example,Second,http://images.example/m.png,Smaller than I had expected.,171092420,3,FALSE,TRUE,Mon Aug 10 2015 23:16:38 GMT+0530 (India Standard Time)',
		targets: 'name email headline avatar text none rating verified none submitted_at',
		unsure: 'Published',
	},
	'Judge.me': {
		file: 'title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls,ip_address,location,metaobject_handle\nGreat,"Lovely bowl. I use it daily.",5,2021-03-15 08:12:44 UTC,web,ok,Mia Fjord,mia@customer.example,4521,blue-bowl,Thank you!,2021-03-16 08:00:00 UTC,"https://images.example/1.jpg,https://images.example/2.jpg",203.0.113.9,Norway,\n,"Not for me.",2,2021-04-01 10:00:00 UTC,email,spam,Kai,kai@customer.example,4521,blue-bowl,,,,203.0.113.8,,',
		targets: 'headline text rating submitted_at none status name email none none reply replied_at photo none none id',
		source: 'judgeme',
	},
	'a family name before the first name': {
		file: "Last Name,First Name,Review,Stars\nBrook,Lena,The evening course was a joy.,5\nO'Hara,Max,Would do it again.,4",
		targets: 'name name text rating',
	},
	Loox: {
		file: 'product_handle,rating,author,email,body,created_at,photo_url,verified_purchase\nblue-bowl,5,Ana,ana@customer.example,"So pretty! 😍😍",2024-01-31T23:59:59.000Z,https://images.example/x.jpg,true',
		targets: 'none rating name email text submitted_at photo verified',
		source: 'loox',
	},
	'a program like Loox': {
		file: 'productId,customerName,rating,reviewText,mediaUrls,approved,createdAt\n9038857732326,"Joan Smith",5,"Amazing plate, I love it.","",true,2025-06-29T10:00:00Z\n9038857732327,"Sara Jonsdottir",4,"Good value for money.","",true,2025-06-28T15:30:00Z',
		targets: 'none name rating text none none submitted_at',
		unsure: 'approved',
	},
	'an export of MySQL': {
		file: 'id,name,text,rating,created\n1,Nora,She said wow.,5,2023-01-01 10:00:00\n2,Omar,Two lines,4,2023-01-02 10:00:00\n3,Pia,Plain,5,0000-00-00 00:00:00\n4,Quinn,Null date,\\N,\\N',
		targets: 'none name text rating submitted_at',
	},
	'pictures in every form': {
		file: 'Name,Text,Photo\nJPG,plain jpg one,http://127.0.0.1/ok/a.jpg\nSPACE,space in address,http://127.0.0.1/sp ace/a.jpg\nTWO,two of them,"http://127.0.0.1/a.jpg,http://127.0.0.1/b.png"\nPROTO,protocol relative,//127.0.0.1/ok/a.jpg\nDATA,data url,data:image/png;base64,\nJSON,json list,"[""http://127.0.0.1/a.jpg"",""http://127.0.0.1/a.png""]"',
		targets: 'name text photo',
	},
	'Plaudit through a German Excel': {
		file: 'id;kind;text;rating;name;title;company;url;email;language;source;source_url;status;tags;submitted_at;approved_at;verification;consent;form;answers;reply;media\n5f0e4d1c-0000-4000-8000-000000000001;text;"\'-) So ein Spaß, danke!";5;Uta Kern;;;;;de;form;;approved;Kurs; 24.11.2025 20:31;25.11.2025 08:00;email;public;odd;"Frage: Antwort";Danke!;',
		targets:
			'id none text rating name title company url email language none source_url status tags submitted_at none none none none none reply none',
		source: 'plaudit',
	},
	'Google Play': {
		file: 'Package Name,App Version Code,App Version Name,Reviewer Language,Device,Review Submit Date and Time,Review Submit Millis Since Epoch,Review Last Update Date and Time,Star Rating,Review Title,Review Text,Developer Reply Date and Time,Developer Reply Text,Review Link\nexample.app,12,1.2,de,phone,2024-02-03T10:00:00Z,1706954400000,2024-02-03T10:00:00Z,5,,Läuft stabil und schnell.,,,https://play.example/r1\nexample.app,12,1.2,en,phone,2024-02-04T10:00:00Z,1707040800000,2024-02-04T10:00:00Z,2,,Crashes on start 😡,2024-02-05T10:00:00Z,We are on it,https://play.example/r2',
		targets: 'none none none language none submitted_at none none rating headline text replied_at reply id',
		source: 'google_play',
	},
	'ratings in every form': {
		file: 'Name,Text,Rating\nA,amazon wording,5.0 out of 5 stars\nB,star word,4 star\nC,likert,5 - Excellent\nD,label,Very satisfied\nE,ten,10/10\nF,French,4 étoiles\nG,maps,4 stars\nH,thumb,👍\nI,fb,recommends\nJ,stars spaced,★ ★ ★ ★ ☆\nK,aria,Rated 4.00 out of 5\nL,half,★★★★½\nM,decimals,4.00\nN,slash dec,4.0/5.0',
		targets: 'name text rating',
	},
	'a list of a website': {
		file: 'id,name,role,message,avatarUrl\n1,Priya N.,Student,They guided me through the whole application.,/images/testimonials/priya.webp\n2,Rahul N.,Student,Honest and quick answers every time.,/images/testimonials/rahul.webp',
		targets: 'none name title text avatar',
	},
	'customers of Shopify': {
		file: "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Phone,Total Spent,Total Orders,Note,Tags\n'7001,Lena,Brook,lena@customer.example,no,Brook Ltd,'+49301,120.00,2,VIP,\"a, b\"\n'7002,Max,Ode,max@customer.example,yes,,,20.00,1,,",
		targets: 'none name name email none none none none none text tags',
		unsure: 'Default Address Company',
	},
	'Shopify Product Reviews': {
		file: 'product_handle,state,rating,title,author,email,location,body,reply,created_at,replied_at\nblue-bowl,published,5,Five stars from me,Nia,nia@customer.example,Leeds,"I would buy it again.",Thank you Nia,2020-05-01 10:00:00 UTC,2020-05-02\nblue-bowl,spam,1,SALE,Bot,bot@spam.example,,"Visit my site",,2020-05-03 10:00:00 UTC,',
		targets: 'none status rating headline name email none text reply submitted_at replied_at',
		source: 'shopify',
	},
	Tally: {
		file: "Submission ID,Respondent ID,Submitted at,What's your name?,How would you rate us?,Leave your testimonial,Where do you work?,Your photo,May we publish it?\nkVwQ1,rA1,2024-05-02 08:11:12,Edda Storm,5,The team answered within the hour and it just worked.,Storm & Sons,https://files.example/edda.jpg,Yes\nkVwQ2,rA2,2024-05-03 09:10:00,Finn Hall,4,Good.,Hall Ltd,,Yes",
		targets: 'id none submitted_at name rating text company avatar none',
		source: 'tally',
	},
	'headings that end in empty cells': {
		file: 'Name,Text,Rating,Column 4,Column 5,Column 6\nNell,Short and good,5,,,\nOlaf,Fine work,4,,,internal note: call back',
		targets: 'name text rating none none none',
		unsure: 'Column 6',
	},
	'times of an American Excel': {
		file: 'Name,Review,Rating,Date\nPat,"Good value overall for me.",5,4/7/2025 8:30 AM\nLee,"Came quickly, works well.",4,12/31/2024 11:59:00 PM\nSam,"Fine little thing here.",3,4/7/25 8:30',
		targets: 'name text rating submitted_at',
	},
	'comments of WooCommerce': {
		file: 'comment_ID,comment_post_ID,comment_author,comment_author_url,comment_author_email,comment_author_IP,comment_date,comment_date_gmt,comment_content,comment_approved,comment_parent,user_id,comment_alter_id,rating,verified,title,product_SKU,product_title\n51,12,Bea &amp; Tom,,bea@customer.example,203.0.113.4,2023-11-02 18:20:11,2023-11-02 17:20:11,"It&#8217;s the best mug.<br />Would buy &gt;2 again",1,0,7,0,5,1,,SKU7,Mug\n52,12,Shop Manager,,shop@shop.example,203.0.113.5,2023-11-03 09:00:00,2023-11-03 08:00:00,"Thank you both!",1,51,1,0,,0,,SKU7,Mug\n53,12,Spammer,http://spam.example,spam@spam.example,203.0.113.6,2023-11-04 09:00:00,2023-11-04 08:00:00,"cheap pills at our site",spam,0,0,0,5,0,,SKU7,Mug',
		targets:
			'id none name url email none none submitted_at text status parent none none rating verified headline none none',
		source: 'woocommerce',
	},
	Yotpo: {
		file: 'appKey,Review ID,Review Creation Date,Review Type,Review Status,Status Details,Review Source,Review Score,Review Title,Review Content,Sentiment Score,Profanity Flag,Published Image Url,Comment Date,Comment Content,Comment Public,Review Tags,Thumbs Up,Thumbs Down,Order ID,Reviewer Display Name,Reviewer Email,Reviewer Type,Product Title,Product Description,Product URL\nk1,9001,2022-06-14 09:12:33 +0000,Product,Published,,email,5,Lovely glaze,"The bowl came in two days, and the glaze is even deeper.",0.98,FALSE,https://images.example/bowl.webp,2022-06-15 10:00:00 +0000,"Thank you, Ines!",TRUE,,3,0,7001,Ines M.,ines@customer.example,Verified Buyer,Blue bowl,Stoneware bowl with a long description of what it is made from and how it is fired twice in our kiln.,https://shop.example/blue-bowl\nk1,9002,2022-06-18 19:40:02 +0000,Product,Rejected,,web,1,Broken,"It arrived in pieces.",0.02,FALSE,,,,,,0,1,,Jon P.,jon@customer.example,Anonymous User,Blue bowl,Stoneware bowl with a long description of what it is made from and how it is fired twice in our kiln.,https://shop.example/blue-bowl',
		targets:
			'none id submitted_at none status none none rating headline text none none photo replied_at reply none tags none none none name email verified none none none',
		source: 'yotpo',
	},
}

it.each(Object.entries(samples))('the columns of %s are guessed', async (_, { file, targets, source, unsure = '' }) => {
	const plan = await planOf(file)
	expect(plan).toEqual({ targets, source, unsure })
})
