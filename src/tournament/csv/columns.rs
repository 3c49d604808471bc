//! Header names.

/// What a column holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Name,
    Surname,
    First,
    /// Of this list.
    Rating(String),
    K,
    Title,
    Sex,
    Birth,
    Federation,
    Id,
    Club,
    Team,
    Category,
    Contact,
    Note,
}

/// What a header says.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Header {
    Known(Field),
    /// "Name" in a language where it is the surname when a first name stands beside it.
    NameOrSurname,
    /// "First name" where it is the whole name when no surname stands beside it.
    FirstOrName,
    /// A number that the event gives itself.
    Number,
    Unknown,
}

/// Letters and digits in lower case, accents of common headers taken away.
fn key(title: &str) -> String {
    let plain = |c: char| match c {
        'é' | 'è' | 'ê' => 'e',
        'ä' => 'a',
        'ö' => 'o',
        'ü' => 'u',
        'ё' => 'е',
        other => other,
    };
    title.to_lowercase().chars().filter(|c| c.is_alphanumeric() || *c == '№' || *c == '#').map(plain).collect()
}

fn header(title: &str) -> Header {
    let rating = |list: &str| Header::Known(Field::Rating(list.to_owned()));
    match key(title).as_str() {
        "name" | "nom" => Header::NameOrSurname,
        "имя" | "სახელი" => Header::FirstOrName,
        "player"
        | "playername"
        | "fullname"
        | "participant"
        | "competitor"
        | "spieler"
        | "spielername"
        | "teilnehmer"
        | "teilnehmername"
        | "joueur"
        | "nomcomplet"
        | "nometprenom"
        | "nomprenom"
        | "фио"
        | "игрок"
        | "участник"
        | "фамилияимя"
        | "фамилияиимя"
        | "имяфамилия"
        | "имяифамилия"
        | "მოთამაშე"
        | "მონაწილე"
        | "სახელიგვარი"
        | "სახელიდაგვარი"
        | "გვარისახელი"
        | "გვარიდასახელი" => Header::Known(Field::Name),
        "surname" | "lastname" | "familyname" | "family" | "nachname" | "familienname" | "nomdefamille" | "фамилия"
        | "გვარი" => Header::Known(Field::Surname),
        "first" | "firstname" | "firstnames" | "givenname" | "given" | "forename" | "vorname" | "prenom" => {
            Header::Known(Field::First)
        }
        "fide"
        | "elo"
        | "fideelo"
        | "elofide"
        | "fiderating"
        | "ratingfide"
        | "fidertg"
        | "elointernational"
        | "eloint"
        | "рейтингфиде"
        | "фиде"
        | "эло"
        | "ელო"
        | "ფიდერეიტინგი"
        | "standardrating"
        | "fidestandard" => rating("FIDE"),
        "fiderapid" | "rapid" | "rapidrating" | "elorapid" | "elorapide" => rating("FIDE rapid"),
        "fideblitz" | "blitz" | "blitzrating" | "eloblitz" => rating("FIDE blitz"),
        "dwz" | "nwz" | "ecf" | "uscf" | "fqe" | "knsb" => rating(&title.trim().to_uppercase()),
        "rating"
        | "rtg"
        | "rat"
        | "ratings"
        | "strength"
        | "wertung"
        | "wertungszahl"
        | "elozahl"
        | "classement"
        | "cote"
        | "рейтинг"
        | "რეიტინგი" => rating(super::UNNAMED_LIST),
        "national"
        | "nationalrating"
        | "natrating"
        | "nationalelo"
        | "elonat"
        | "elonational"
        | "ratingnat"
        | "rnat"
        | "nationalewertung"
        | "нацрейтинг"
        | "национальныйрейтинг" => rating("national"),
        "k" | "kfactor" | "kfaktor" | "kvalue" | "developmentcoefficient" | "facteurk" | "кфактор" | "коэффициент" => {
            Header::Known(Field::K)
        }
        "title" | "tit" | "titel" | "fidetitle" | "fidetitel" | "titre" | "титул" | "звание" | "ტიტული" | "წოდება" => {
            Header::Known(Field::Title)
        }
        "sex" | "gender" | "mf" | "mw" | "geschlecht" | "sexe" | "пол" | "სქესი" => {
            Header::Known(Field::Sex)
        }
        "birth"
        | "birthday"
        | "birthdate"
        | "dateofbirth"
        | "birthyear"
        | "yearofbirth"
        | "dob"
        | "yob"
        | "born"
        | "year"
        | "geburtsdatum"
        | "geburtstag"
        | "geburtsjahr"
        | "geboren"
        | "geb"
        | "jahrgang"
        | "naissance"
        | "datedenaissance"
        | "anneedenaissance"
        | "nele"
        | "датарождения"
        | "годрождения"
        | "гр"
        | "др"
        | "დაბადებისთარიღი"
        | "დაბადებისწელი" => Header::Known(Field::Birth),
        "fed"
        | "federation"
        | "country"
        | "nation"
        | "nationality"
        | "land"
        | "verband"
        | "foderation"
        | "pays"
        | "федерация"
        | "страна"
        | "ფედერაცია"
        | "ქვეყანა" => Header::Known(Field::Federation),
        "id"
        | "fideid"
        | "idfide"
        | "fideno"
        | "fidenr"
        | "fidenumber"
        | "fidecode"
        | "codefide"
        | "idno"
        | "idnumber"
        | "playerid"
        | "spielerid"
        | "identnr"
        | "ident"
        | "licence"
        | "licencefide"
        | "фидеид"
        | "idфиде"
        | "кодфиде"
        | "ფიდეid"
        | "ფიდეკოდი" => Header::Known(Field::Id),
        "club" | "clubname" | "clubcity" | "verein" | "vereinort" | "vereinsname" | "клуб" | "город" | "კლუბი"
        | "ქალაქი" => Header::Known(Field::Club),
        "team" | "teamname" | "mannschaft" | "equipe" | "команда" | "გუნდი" => {
            Header::Known(Field::Team)
        }
        "category"
        | "categories"
        | "cat"
        | "group"
        | "groups"
        | "type"
        | "kategorie"
        | "gruppe"
        | "altersklasse"
        | "klasse"
        | "categorie"
        | "groupe"
        | "категория"
        | "группа"
        | "კატეგორია"
        | "ჯგუფი" => Header::Known(Field::Category),
        "contact"
        | "phone"
        | "telephone"
        | "tel"
        | "mobile"
        | "email"
        | "mail"
        | "address"
        | "kontakt"
        | "telefon"
        | "handy"
        | "adresse"
        | "courriel"
        | "телефон"
        | "контакт"
        | "контакты"
        | "почта"
        | "ტელეფონი"
        | "კონტაქტი" => Header::Known(Field::Contact),
        "note"
        | "notes"
        | "remark"
        | "remarks"
        | "comment"
        | "comments"
        | "bemerkung"
        | "bemerkungen"
        | "anmerkung"
        | "notiz"
        | "remarque"
        | "remarques"
        | "commentaire"
        | "примечание"
        | "примечания"
        | "შენიშვნა" => Header::Known(Field::Note),
        "no" | "nr" | "num" | "number" | "n" | "n°" | "№" | "#" | "sno" | "snr" | "startno" | "startnr"
        | "startrank" | "rank" | "rg" | "rang" | "pos" | "place" | "platz" | "numero" | "номер" | "ნომერი" => {
            Header::Number
        }
        _ => national(title),
    }
}

/// `Rating GER`, `GER rating`: the national list of that federation. The code alone could be anything.
fn national(title: &str) -> Header {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    match crate::model::national_code(title) {
        Some(code) if words.count() > 1 => Header::Known(Field::Rating(code)),
        _ => Header::Unknown,
    }
}

/// The separator that makes the most known headers out of the first line, and its name.
pub(super) fn delimiter(first: &str) -> (u8, &'static str) {
    let known = |separator: char| {
        let titles = first.split(separator).map(|title| title.trim().trim_matches('"'));
        titles.filter(|title| header(title) != Header::Unknown).count()
    };
    let candidates = [(b';', ';', "semicolons"), (b'\t', '\t', "tabs"), (b',', ',', "commas")];
    // The first of equals wins; max_by_key would give the last.
    let mut best = (b';', "semicolons", 0, 0);
    for (byte, separator, name) in candidates {
        let found = (known(separator), first.matches(separator).count());
        if found > (best.2, best.3) {
            best = (byte, name, found.0, found.1);
        }
    }
    (best.0, best.1)
}

/// The columns of a list.
pub(super) struct Columns {
    titles: Vec<String>,
    fields: Vec<Option<Field>>,
    numbers: Vec<usize>,
}

impl Columns {
    /// # Errors
    /// In words, with what to do.
    pub(super) fn read(titles: &[&str]) -> Result<Columns, String> {
        let headers: Vec<Header> = titles.iter().map(|title| header(title)).collect();
        let has = |wanted: Field| headers.contains(&Header::Known(wanted));
        let first_given = has(Field::First) || headers.contains(&Header::FirstOrName);
        let surname_given = has(Field::Surname) || (headers.contains(&Header::NameOrSurname) && first_given);
        let fields: Vec<Option<Field>> = headers
            .iter()
            .map(|header| match header {
                Header::Known(field) => Some(field.clone()),
                Header::NameOrSurname if first_given && !has(Field::Surname) => Some(Field::Surname),
                Header::NameOrSurname if has(Field::Surname) && !first_given => Some(Field::First),
                Header::NameOrSurname => Some(Field::Name),
                Header::FirstOrName if surname_given => Some(Field::First),
                Header::FirstOrName => Some(Field::Name),
                Header::Number | Header::Unknown => None,
            })
            .collect();
        if !fields.iter().flatten().any(|f| matches!(f, Field::Name | Field::Surname)) {
            return Err(format!(
                "no column holds the names (found: {}); the first line must be a header such as Name;Rating;Club",
                titles.join(", ")
            ));
        }
        for (index, field) in fields.iter().enumerate() {
            let many = matches!(field, None | Some(Field::Rating(_) | Field::Contact | Field::Note | Field::Category));
            if let (false, Some(other)) = (many, fields[..index].iter().position(|f| f == field)) {
                return Err(format!(
                    "columns {} ({}) and {} ({}) hold the same thing; rename or remove one",
                    other + 1,
                    titles[other],
                    index + 1,
                    titles[index]
                ));
            }
        }
        let numbers = (0..headers.len()).filter(|i| headers[*i] == Header::Number).collect();
        Ok(Columns { titles: titles.iter().map(|title| (*title).to_owned()).collect(), fields, numbers })
    }

    pub(super) fn len(&self) -> usize {
        self.fields.len()
    }

    pub(super) fn field(&self, index: usize) -> Option<&Field> {
        self.fields.get(index)?.as_ref()
    }

    pub(super) fn title(&self, index: usize) -> &str {
        self.titles.get(index).map_or("", String::as_str)
    }

    /// `3 (Rating)`.
    pub(super) fn place(&self, index: usize) -> String {
        format!("{} ({})", index + 1, self.title(index))
    }

    pub(super) fn name_column(&self) -> usize {
        self.fields.iter().position(|f| matches!(f, Some(Field::Name | Field::Surname))).unwrap_or(0)
    }

    /// What is not taken over.
    pub(super) fn notes(&self) -> Vec<String> {
        let unread = (0..self.len()).filter(|index| self.fields[*index].is_none());
        unread
            .map(|index| match (self.numbers.contains(&index), self.title(index)) {
                (true, _) => format!("Column {} is not taken over: the event gives the numbers.", self.place(index)),
                (false, "") => format!("Column {} has no title and is not taken over.", index + 1),
                _ => format!("Column {} is not known and is not taken over.", self.place(index)),
            })
            .collect()
    }
}
