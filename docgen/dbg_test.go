package docgen_test
import ("testing";"os";"path/filepath";"time";"fmt"
"github.com/crdtool/crdtool/crd"
"github.com/crdtool/crdtool/docgen"
"github.com/crdtool/crdtool/internal/source")
func TestDbg(t *testing.T){
 var files []string
 for _,g:=range filepath.SplitList(os.Getenv("IN")) { f,_:=filepath.Glob(g); files=append(files,f...)}
 var crds []*crd.CustomResourceDefinition
 for _,file:=range files{ f,_:=source.ReadFile(file); for _,doc:=range f.Documents{ if _,k:=doc.TypeMeta();k!="CustomResourceDefinition"{continue}; c,_:=crd.Decode(doc); crds=append(crds,c)}}
 for _,f:=range []docgen.Format{"html","markdown"}{ start:=time.Now(); w,_:=os.Create(os.Getenv("OUT")+"."+string(f)); if err:=docgen.Render(w,crds,f);err!=nil{t.Fatal(err)}; st,_:=w.Stat(); fmt.Println(f,time.Since(start),st.Size()); w.Close()}
}
