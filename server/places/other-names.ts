/**
 * Other names of towns besides their name in the gazetteer, as `country name: others`. Accents are handled by folding.
 */
const table = `
AE Abu Dhabi: Abu Zaby
AE Dubai: Dubayy
AT Graz: Gratz
AT Salzburg: Salzbourg, Salisburgo
AT Vienna: Wien, Vienne, Viena, Wenen, Bécs
BE Antwerpen: Antwerp, Anvers, Amberes
BE Antwerp: Antwerpen, Anvers, Amberes
BE Brugge: Bruges, Brujas
BE Brussels: Bruxelles, Brussel, Bruselas
BE Gent: Ghent, Gand
BE Liège: Luik, Lüttich, Lieja
BE Leuven: Louvain, Löwen
BE Mechelen: Malines
BE Mons: Bergen
BE Namur: Namen
BG Sofia: Sofiya
BR Rio de Janeiro: Rio
CA Montréal: Montreal
CA Québec: Quebec City, Quebec
CH Basel: Basle, Bâle, Basilea
CH Bern: Berne, Berna
CH Genève: Geneva, Genf, Ginevra, Ginebra
CH Geneva: Genève, Genf, Ginevra, Ginebra
CH Lausanne: Losanna
CH Lucerne: Luzern, Lucerna
CH Luzern: Lucerne, Lucerna
CH Neuchâtel: Neuenburg
CH Zürich: Zurich, Zurigo
CN Beijing: Peking
CN Guangzhou: Canton
CY Nicosia: Lefkosia, Lefkoşa
CZ Brno: Brünn
CZ Karlovy Vary: Karlsbad, Carlsbad
CZ Pilsen: Plzeň
CZ Plzeň: Pilsen
CZ Prague: Praha, Prag, Praga
DE Aachen: Aix-la-Chapelle, Aken
DE Berlin: Berlín, Berlino, Berlim
DE Braunschweig: Brunswick
DE Cologne: Köln, Keulen, Colonia
DE Köln: Cologne, Keulen, Colonia, Colónia
DE Dresden: Drezno, Dresde
DE Düsseldorf: Dusseldorf
DE Frankfurt am Main: Frankfort, Francfort
DE Hamburg: Hamburgo, Hambourg, Amburgo
DE Hannover: Hanover
DE Leipzig: Lipsia, Lipsk
DE Mainz: Mayence, Maguncia
DE Munich: München, Monaco di Baviera, Múnich, Munique
DE Nürnberg: Nuremberg, Norimberga
DE Regensburg: Ratisbon
DE Trier: Treves, Trèves
DK Copenhagen: København, Kopenhagen, Copenhague
DK Aarhus: Århus
DK Helsingør: Elsinore
DZ Algiers: Alger, Al Jazair
EG Cairo: Al Qahirah, Le Caire, El Cairo
EG Alexandria: Al Iskandariyah
ES A Coruña: La Coruña, Corunna
ES Alicante: Alacant
ES Barcelona: Barcelone
ES Bilbao: Bilbo
ES Castellón de la Plana: Castelló de la Plana
ES Córdoba: Cordova
ES Donostia / San Sebastián: San Sebastián, Donostia
ES San Sebastián: Donostia
ES Elche: Elx
ES Gasteiz / Vitoria: Vitoria-Gasteiz, Vitoria
ES Vitoria-Gasteiz: Vitoria, Gasteiz
ES Girona: Gerona
ES Ibiza: Eivissa
ES Lleida: Lérida
ES Ourense: Orense
ES Palma: Palma de Mallorca, Majorca
ES Pamplona: Iruña, Pampeluna
ES Sevilla: Seville, Séville
ES Zaragoza: Saragossa
ES Valencia: València, Valence
FI Helsinki: Helsingfors
FI Tampere: Tammerfors
FI Turku: Åbo
FR Lille: Rijsel
FR Lyon: Lyons, Lione
FR Marseille: Marseilles, Marsella
FR Nice: Nizza, Niza
FR Paris: Parigi, Parijs, París
FR Strasbourg: Strassburg, Straatsburg, Estrasburgo
GB Cardiff: Caerdydd
GB Edinburgh: Édimbourg, Edimburgo, Dun Eideann
GB Derry: Londonderry
GB Inverness: Inbhir Nis
GB London: Londres, Londra, Londyn, Londen
GB Newport: Casnewydd
GB St Albans: Saint Albans
GB Swansea: Abertawe
GB Newcastle upon Tyne: Newcastle
GR Athens: Athina, Athínai, Athen, Athènes
GR Irákleion: Heraklion, Iraklio
GR Pátra: Patras
GR Thessaloníki: Salonica, Saloniki
GR Piraeus: Pireas, Piraiás
HR Dubrovnik: Ragusa
HR Rijeka: Fiume
HR Split: Spalato
HR Zagreb: Agram
HU Budapest: Boedapest
IE Cork: Corcaigh
IE Dublin: Baile Átha Cliath, Dublino, Dublín
IE Galway: Gaillimh
IE Limerick: Luimneach
IE Waterford: Port Láirge
IE Dún Laoghaire: Dun Leary
IL Jerusalem: Yerushalayim, Al Quds
IL Tel Aviv: Tel Aviv-Yafo
IN Bengaluru: Bangalore
IN Chennai: Madras
IN Kolkata: Calcutta
IN Mumbai: Bombay
IN Pune: Poona
IT Bologna: Bolonia
IT Bolzano: Bozen
IT Florence: Firenze, Florenz, Florencia
IT Genoa: Genova, Genua
IT Livorno: Leghorn
IT Milan: Milano, Mailand, Milán
IT Mantova: Mantua
IT Naples: Napoli, Neapel, Nápoles
IT Padova: Padua
IT Rome: Roma, Rom
IT Siracusa: Syracuse
IT Trento: Trent
IT Turin: Torino
IT Venice: Venezia, Venedig, Venecia
JP Tokyo: Tokio
LT Kaunas: Kowno
LT Vilnius: Wilno, Vilna
LU Luxembourg: Luxemburg, Lëtzebuerg
LV Riga: Rīga
MA Casablanca: Dar el Beida
MA Fès: Fez
MA Marrakesh: Marrakech
MA Tangier: Tanger
MM Yangon: Rangoon
MX Mexico City: Ciudad de México, CDMX, Mexico DF
NL Amsterdam: Ámsterdam
NL Den Haag: The Hague, 's-Gravenhage, La Haye
NL The Hague: Den Haag, 's-Gravenhage, La Haye
NL 's-Hertogenbosch: Den Bosch
NO Oslo: Christiania, Kristiania
NO Trondheim: Trondhjem
PL Bydgoszcz: Bromberg
PL Częstochowa: Tschenstochau
PL Gdańsk: Danzig
PL Katowice: Kattowitz
PL Kraków: Cracow, Krakau, Cracovia
PL Łódź: Lodz, Lodsch
PL Lublin: Lublino
PL Poznań: Posen
PL Szczecin: Stettin
PL Toruń: Thorn
PL Warsaw: Warszawa, Warschau, Varsovia, Varsóvia, Varsovie
PL Wrocław: Breslau
PT Braga: Bracara
PT Coimbra: Coimbre
PT Lisbon: Lisboa, Lissabon, Lisbonne, Lisbona
PT Porto: Oporto
PT Ponta Delgada: Punta Delgada
RO Bucharest: București, Bukarest, Bucarest
RO Braşov: Kronstadt
RO Cluj-Napoca: Klausenburg, Kolozsvár, Cluj
RO Sibiu: Hermannstadt
RO Timişoara: Temeswar, Temesvár
RS Belgrade: Beograd, Belgrad, Belgrado
RS Niš: Nish
RS Novi Sad: Neusatz, Újvidék
RU Moscow: Moskva, Moskau, Moscou, Moscú
RU Saint Petersburg: Sankt-Peterburg, Leningrad
SE Gothenburg: Göteborg
SE Göteborg: Gothenburg
SE Malmö: Malmo
SE Stockholm: Estocolmo
SI Koper: Capodistria
SI Ljubljana: Laibach, Lubiana
SI Maribor: Marburg
SK Bratislava: Pressburg, Pozsony
SK Košice: Kaschau, Kassa
SY Damascus: Dimashq, Damas
TR Ankara: Angora
TR Istanbul: İstanbul, Constantinople
TR İzmir: Izmir, Smyrna
TH Bangkok: Krung Thep
UA Kharkiv: Kharkov
UA Kyiv: Kiev, Kyjiw
UA Lviv: Lwów, Lemberg, Lvov
UA Odesa: Odessa
US Los Angeles: LA
US New York City: New York, NYC
US Philadelphia: Philly
US San Francisco: SF, Frisco
US Washington: Washington DC, Washington D.C.
US New Orleans: NOLA
VN Ho Chi Minh City: Saigon, Thành phố Hồ Chí Minh
VN Hanoi: Hà Nội
`

const listed = new Map(
  table
    .trim()
    .split('\n')
    .map((row) => {
      const [key = '', others = ''] = row.split(': ')
      return [key, others.split(', ')]
    }),
)

/**
 * Population from which a town gets the names of the table; small namesakes in the same country keep only their own.
 */
const wellKnown = 10_000

const spelledOut: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss' }

/** Returns every name by which a town can be found: its own, those of the table, and German umlauts spelled out. */
export function namesOf(town: { country: string; name: string; population: number }): string[] {
  const others =
    town.population >= wellKnown ? (listed.get(`${town.country} ${town.name.normalize('NFC')}`) ?? []) : []
  const names = [town.name, ...others]
  const spelled = germanSpeaking.has(town.country)
    ? names.map((name) => name.replace(/[äöüß]/gi, (letter) => spelledOut[letter] ?? letter))
    : []
  return [...new Set([...names, ...spelled])]
}

const germanSpeaking = new Set(['DE', 'AT', 'CH', 'LI', 'LU'])
