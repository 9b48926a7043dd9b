/**
 * A small railway for tests of embeds: tables with every kind of relationship, and views over them. Applied by the
 * superuser.
 */
export const railway = `
create schema hidden;
create table public.towns (id int primary key, name text not null, mayor_id int);
create table public.mayors (id int primary key, name text, town_id int unique references public.towns (id));
create table public.stations (id int primary key, name text not null, town_id int references public.towns (id), opened jsonb);
create table public.lines (id int primary key, name text not null, origin_id int references public.stations (id),
	terminus_id int references public.stations (id));
create table public.stops (line_id int references public.lines (id), station_id int references public.stations (id), minute int,
	primary key (line_id, station_id));
create table public.platforms (station_id int references public.stations (id), number int, length int, primary key (station_id, number));
create table public.signals (id int primary key, station_id int, number int, colour text,
	constraint signal_platform foreign key (station_id, number) references public.platforms (station_id, number));
create table public.crews (id int primary key, name text);
create table public.shifts (crew_id int references public.crews (id), station_id int, number int, hours int,
	foreign key (station_id, number) references public.platforms (station_id, number), primary key (crew_id, station_id, number));
create table public.staff (id int primary key, name text, boss_id int constraint staff_boss references public.staff (id), town_id int);
create table public.tickets (id int primary key, price numeric, label text, line_id int references public.lines (id));
create table public.platform_ (id int primary key);
create table public.zq (id int primary key);
create table public.pair_a (id int primary key);
create table public.pair_b (id int primary key references public.pair_a (id), other_id int unique references public.pair_a (id));
create table public.end_a (id int primary key);
create table public.end_b (id int primary key);
create table hidden.ends (a int references public.end_a (id), b int references public.end_b (id), primary key (a, b));
create table hidden.folk (id int primary key, boss int references hidden.folk (id));

create view public.station_views as select id, name, town_id from public.stations;
create view public.twice_views as select id, name, town_id as here, town_id as there from public.stations;
create view public.signal_views as select id, station_id as s1, station_id as s2, number as n1, number as n2 from public.signals;
create view public.platform_views as select * from public.platforms;
create view public.shift_views as select crew_id as crew, station_id as place, number as track, hours from public.shifts;
create view public.stop_views as select s.line_id, s.station_id, l.id as line, l.name from public.stops s join public.lines l on l.id = s.line_id;
create view public.folk as select id, boss, boss as head from hidden.folk;
create materialized view public.town_list as select id, name from public.towns;

create function public.first_stop(public.lines) returns setof public.stations language sql stable rows 1
	begin atomic select s.* from public.stations s where s.id = $1.origin_id; end;
create function public.stations(public.mayors) returns setof public.stations language sql stable
	begin atomic select s.* from public.stations s where s.town_id = $1.town_id; end;
create function public.all_lines() returns setof public.lines language sql stable begin atomic select * from public.lines; end;

insert into public.towns values (1, 'Aal'), (2, 'Bee'), (3, 'Cod');
insert into public.mayors values (1, 'Max', 1), (2, 'Mia', 2);
insert into public.stations values (1, 'Aal Hbf', 1, '{"year":1900}'), (2, 'Aal Ost', 1, '{"year":1850}'), (3, 'Bee', 2, '{"year":1950}'), (4, 'Nowhere', null, null);
insert into public.lines values (1, 'S1', 1, 3), (2, 'S2', 2, 3), (3, 'S3', 3, null);
insert into public.stops values (1, 1, 0), (1, 3, 9), (2, 2, 0), (2, 3, 7);
insert into public.platforms values (1, 1, 200), (1, 2, 300), (3, 1, 150);
insert into public.signals values (1, 1, 1, 'red'), (2, 1, 1, 'green'), (3, 3, 1, 'red');
insert into public.crews values (1, 'early'), (2, 'late');
insert into public.shifts values (1, 1, 1, 8), (1, 3, 1, 4), (2, 1, 1, 6);
insert into public.staff values (1, 'Ada', null, 1), (2, 'Bo', 1, 1), (3, 'Cy', 1, 2);
insert into public.tickets values (1, 2.5, 'a', 1), (2, 3.5, 'b', 1), (3, 4, 'c', 2), (4, null, 'd', null);
insert into hidden.folk values (1, null), (2, 1);
refresh materialized view public.town_list;
grant select on all tables in schema public to anon, service_role;
grant execute on all functions in schema public to anon, service_role;
`
